// Common page layout: 3D view above plots, settings panel beside them.
import type { ComponentChildren } from "preact";
import { View, type ViewProps } from "../view3d/View";

/** 3D view, content below it, and the settings panel. */
export function Workbench({
  title,
  below,
  inspector,
  view = {},
  className = "",
}: {
  title: string;
  below?: ComponentChildren;
  inspector: ComponentChildren;
  view?: ViewProps;
  className?: string;
}) {
  return (
    <div class={`workbench ${className}`}>
      <div class={below ? "stage" : "stage alone"}>
        <View {...view} />
        {below}
      </div>
      <aside class="inspector" aria-label={`${title}: settings and results`}>
        <h1 class="page-title">{title}</h1>
        {inspector}
      </aside>
    </div>
  );
}
