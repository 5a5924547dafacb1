// Target marker: a sphere, green if reachable, red with a cross if not; drag handles; a dashed line to the nearest
// reachable point.
import {
  BufferGeometry,
  Camera,
  Group,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Sphere,
  SphereGeometry,
  Vector3,
} from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Goal } from "../state/scene";
import type { Vector } from "../robot/transform";
import { dragBall } from "./ballDrag";
import { Rings } from "./ringDrag";
import type { Colours } from "./materials";

/** Drag callbacks. */
export interface GoalDragging {
  started(): void;
  moved(to: Vector): void;
  /** The target was turned to roll, pitch, yaw. */
  turned(rpy: Vector): void;
  ended(): void;
}

/** The target marker. */
export class GoalMarker {
  /** Root object. */
  readonly group = new Group();
  private readonly handle = new Object3D();
  private readonly ball: Mesh<SphereGeometry, MeshBasicMaterial>;
  private readonly cross: LineSegments;
  private readonly line: Line<BufferGeometry, LineDashedMaterial>;
  private readonly controls: TransformControls;
  private readonly stopBall: () => void;
  private readonly rings: Rings;
  private dragging = false;
  private planar = false;
  private axis: "x" | "y" | "z" | null = null;

  constructor(
    camera: Camera,
    canvas: HTMLElement,
    private readonly colours: Colours,
    radius: number,
    events: GoalDragging,
  ) {
    this.ball = new Mesh(
      new SphereGeometry(radius, 24, 16),
      new MeshBasicMaterial({ transparent: true, opacity: 0.75, depthTest: false }),
    );
    this.ball.renderOrder = 4;
    const r = radius * 2;
    this.cross = new LineSegments(
      new BufferGeometry().setFromPoints([
        new Vector3(-r, -r, 0),
        new Vector3(r, r, 0),
        new Vector3(-r, r, 0),
        new Vector3(r, -r, 0),
      ]),
      new LineBasicMaterial({ color: colours.bad, depthTest: false }),
    );
    this.cross.renderOrder = 5;
    this.line = new Line(
      new BufferGeometry(),
      new LineDashedMaterial({ color: colours.bad, dashSize: radius, gapSize: radius * 0.6, depthTest: false }),
    );
    this.handle.add(this.ball, this.cross);
    this.controls = new TransformControls(camera, canvas);
    this.controls.setSize(0.8);
    this.controls.attach(this.handle);
    this.controls.addEventListener("dragging-changed", (event) => {
      this.dragging = event.value === true;
      if (this.dragging) events.started();
      else events.ended();
    });
    this.controls.addEventListener("objectChange", () => {
      if (this.dragging) events.moved([this.handle.position.x, this.handle.position.y, this.handle.position.z]);
    });
    this.stopBall = dragBall(canvas, camera, {
      ball: () => (this.controls.enabled ? new Sphere(this.handle.position, radius * 1.6) : null),
      planar: () => this.planar,
      axis: () => this.axis,
      started: () => {
        this.dragging = true;
        events.started();
      },
      moved: (to) => {
        this.handle.position.copy(to);
        events.moved([to.x, to.y, to.z]);
      },
      ended: () => {
        this.dragging = false;
        events.ended();
      },
    });
    this.rings = new Rings(canvas, camera, radius * 5, {
      started: () => {
        this.controls.enabled = false;
        events.started();
      },
      turned: (rpy) => events.turned(rpy),
      ended: () => {
        this.controls.enabled = true;
        events.ended();
      },
    });
    this.handle.add(this.rings.group);
    this.group.add(this.handle, this.line, this.controls.getHelper());
    this.show(null, null, false, false, null);
  }

  /** Redraws when the handles change. */
  onChange(redraw: () => void): void {
    this.controls.addEventListener("change", redraw);
  }

  /** Updates the marker. */
  show(
    goal: Goal | null,
    orientation: Vector | null,
    draggable: boolean,
    planar: boolean,
    axis: "x" | "y" | "z" | null,
  ): void {
    this.group.visible = goal !== null;
    this.rings.show(goal !== null && draggable ? orientation : null);
    this.planar = planar;
    this.axis = axis;
    this.controls.enabled = draggable && goal !== null;
    this.controls.getHelper().visible = this.controls.enabled;
    if (goal === null) return;
    this.controls.showX = axis === null || axis === "x";
    this.controls.showY = axis === null || axis === "y";
    this.controls.showZ = (axis === null || axis === "z") && !planar;
    if (!this.dragging) this.handle.position.set(...goal.position);
    const out = goal.state === "out-of-reach";
    this.ball.material.color.set(
      out ? this.colours.bad : goal.state === "reached" ? this.colours.good : this.colours.pending,
    );
    this.cross.visible = out;
    this.line.visible = out && goal.nearest !== null;
    if (this.line.visible && goal.nearest !== null) {
      this.line.geometry.setFromPoints([new Vector3(...goal.position), new Vector3(...goal.nearest)]);
      this.line.computeLineDistances();
    }
  }

  /** A point of a ring (0, 1, 2 for x, y, z), by its angle. */
  ringPoint(ring: number, angle: number): Vector {
    return this.rings.point(ring, angle);
  }

  /** Removes the event listeners. */
  dispose(): void {
    this.stopBall();
    this.rings.dispose();
    this.controls.detach();
    this.controls.dispose();
  }
}
