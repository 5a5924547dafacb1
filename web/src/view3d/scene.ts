// The 3D scene, rendered on demand.
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  Line,
  type Material,
  PerspectiveCamera,
  Points,
  Raycaster,
  Scene,
  Sprite,
  Vector2,
  Vector3,
  WebGLRenderer,
  Object3D,
  Mesh,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Theme } from "../app/theme";
import type { Poses } from "../robot/poses";
import type { Vector } from "../robot/transform";
import { ticks } from "../plots/ticks";
import type { ForceArrow, Goal, Overlays, RobotShape } from "../state/scene";
import { Body } from "./body";
import { GoalMarker, type GoalDragging } from "./goalMarker";
import { cornersOf, framing } from "./framing";
import { Ghosts, type Ghost } from "./ghosts";
import { axisNames, ground } from "./ground";
import { SceneOverlays } from "./sceneOverlays";
import { Marks } from "./marks";
import { coloursOf, type Colours } from "./materials";

/** Whether an object and all that it is part of are visible. */
function isShown(part: Object3D | null): boolean {
  return part === null || (part.visible && isShown(part.parent));
}

/** Scene callbacks. */
export interface SceneEvents extends GoalDragging {
  linkSelected(link: string | null): void;
  ghostSelected(index: number): void;
  drawn(): void;
}

/** Camera position and target. */
export interface Viewpoint {
  from: number[];
  at: number[];
}

/** 3D scene of a robot in a host element. */
export class RobotScene {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.001, 200);
  private readonly orbit: OrbitControls;
  private readonly overlays: SceneOverlays;
  private readonly body: Body;
  private readonly marks: Marks;
  private readonly goal: GoalMarker;
  private readonly ghosts: Ghosts;
  private readonly colours: Colours;
  private readonly resize: ResizeObserver;
  private frame = 0;
  private framed = false;
  /** Whether the user has moved the camera. */
  private moved = false;
  /** Further points to be seen. */
  private extent: Vector3[] = [];

  /** Throws when the browser has no WebGL. */
  constructor(
    private readonly host: HTMLElement,
    private readonly robot: RobotShape,
    private readonly size: number,
    theme: Theme,
    private readonly events: SceneEvents,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "low-power" });
    this.colours = coloursOf(theme);
    const canvas = this.renderer.domElement;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "3D view of the robot");
    canvas.setAttribute("aria-describedby", "pose-text");
    host.append(canvas);
    this.scene.background = new Color(this.colours.ground);
    this.scene.add(new HemisphereLight(0xffffff, 0x99a5b0, 1.9));
    const lamp = new DirectionalLight(0xffffff, 1.6);
    lamp.position.set(2, -3, 5);
    this.scene.add(lamp);
    const floor = ground(ticks(0, size, 5)[1] ?? 0.1, this.colours);
    floor.position.z = -size * 0.002;
    this.scene.add(floor, ...axisNames(size * 0.55, size * 0.07, this.colours));
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = false;
    this.orbit.addEventListener("change", () => this.draw());
    this.orbit.addEventListener("start", () => (this.moved = true));
    const radius = size * 0.022;
    this.body = new Body(robot, radius, this.colours, () => this.draw());
    this.marks = new Marks(robot, this.body, radius, this.colours);
    this.overlays = new SceneOverlays(size, this.colours);
    this.goal = new GoalMarker(this.camera, canvas, this.colours, radius * 1.1, {
      started: () => {
        this.orbit.enabled = false;
        events.started();
      },
      moved: (to) => events.moved(to),
      turned: (rpy) => events.turned(rpy),
      ended: () => {
        this.orbit.enabled = true;
        events.ended();
      },
    });
    this.goal.onChange(() => this.draw());
    this.ghosts = new Ghosts(radius, this.colours);
    this.scene.add(this.body.group, this.overlays.group, this.goal.group, this.ghosts.group);
    this.listenForSelection(canvas);
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(host);
    this.fit();
  }

  /** Fits the robot and its tool path in the view, as seen from a direction. */
  frameRobot(direction?: Vector): void {
    const points = [...cornersOf(this.body.group), ...this.overlays.toolPathPoints(), ...this.extent];
    // Margin: half the reach around the base.
    const half = this.size * 0.5;
    for (const x of [-half, half]) for (const y of [-half, half]) points.push(new Vector3(x, y, 0));
    const from = new Vector3(...(direction ?? (this.robot.planar ? [0, -0.45, 0.9] : [0.75, -0.75, 0.5]))).normalize();
    if (direction) this.moved = true;
    const { target, distance } = framing(points, from, this.camera);
    this.orbit.target.copy(target);
    // Margin for the text at the bottom.
    this.camera.position.copy(target).addScaledVector(from, distance * 1.12);
    this.camera.near = this.size / 200;
    this.camera.far = this.size * 60;
    this.camera.updateProjectionMatrix();
    this.orbit.update();
    this.framed = true;
    this.draw();
  }

  /** The current camera, to restore it later. */
  viewpoint(): Viewpoint {
    return { from: this.camera.position.toArray(), at: this.orbit.target.toArray() };
  }

  /** Restores a camera, unless the robot would be out of its view. */
  setViewpoint({ from, at }: Viewpoint): void {
    this.frameRobot(); // sets the clipping planes
    const usual = this.viewpoint();
    this.lookFrom({ from, at });
    this.camera.updateMatrixWorld();
    const hidden = cornersOf(this.body.group).some((point) => {
      const seen = point.project(this.camera);
      return Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1;
    });
    if (hidden) this.lookFrom(usual);
  }

  private lookFrom({ from, at }: Viewpoint): void {
    this.camera.position.fromArray(from);
    this.orbit.target.fromArray(at);
    this.orbit.update();
    this.draw();
  }

  /** Rotates the camera about the robot. */
  turn(sideways: number, up: number): void {
    const offset = new Vector3().subVectors(this.camera.position, this.orbit.target);
    const length = offset.length();
    const level = Math.atan2(offset.z, Math.hypot(offset.x, offset.y));
    const heading = Math.atan2(offset.y, offset.x) + sideways;
    const next = Math.max(-1.5, Math.min(1.5, level + up));
    offset
      .set(Math.cos(next) * Math.cos(heading), Math.cos(next) * Math.sin(heading), Math.sin(next))
      .multiplyScalar(length);
    this.camera.position.copy(this.orbit.target).add(offset);
    this.orbit.update();
    this.draw();
  }

  /** Sets the pose. */
  pose(poses: Poses): void {
    this.body.pose(poses);
    this.draw();
  }

  /** Highlights the selected link. */
  selectLink(link: string | null): void {
    this.body.selectLink(link);
    this.draw();
  }

  /** Sets the visible overlays. */
  showOverlays(overlays: Overlays): void {
    this.marks.show(overlays);
    this.overlays.show(overlays);
    this.draw();
  }

  /** A point of a ring of the target (0, 1, 2 for x, y, z), by its angle. */
  ringPoint(ring: number, angle: number): Vector {
    return this.goal.ringPoint(ring, angle);
  }

  /** Shows the target. */
  setGoal(goal: Goal | null, orientation: Vector | null, draggable: boolean, axis: "x" | "y" | "z" | null): void {
    this.goal.show(goal, orientation, draggable, this.robot.planar, axis);
    this.draw();
  }

  /** Draws the tool path; the first view shows it whole. */
  setToolPath(points: readonly Vector[]): void {
    this.overlays.setToolPath(points);
    if (this.framed && !this.moved && points.length > 0) this.frameRobot();
    this.draw();
  }

  /** Draws the workspace: reachable points and boundary. */
  setWorkspace(points: Float32Array | null, lines: readonly (readonly (readonly [number, number])[])[]): void {
    this.overlays.setWorkspaceCloud(points);
    this.overlays.setWorkspaceOutline(lines);
    this.draw();
  }

  /** Shows a box, such as that around the workspace; `null` forgets it. */
  showBox(box: readonly [Vector, Vector] | null): void {
    const [low, high] = box ?? [
      [0, 0, 0],
      [0, 0, 0],
    ];
    this.extent =
      box === null
        ? []
        : [0, 1, 2, 3, 4, 5, 6, 7].map(
            (k) => new Vector3((k & 1 ? high : low)[0], (k & 2 ? high : low)[1], (k & 4 ? high : low)[2]),
          );
    if (box !== null) this.frameRobot();
  }

  /** Draws other solutions as pale arms. */
  setGhosts(ghosts: readonly Ghost[]): void {
    this.ghosts.set(ghosts);
    this.draw();
  }

  /** Draws force arrows. */
  setForces(arrows: readonly ForceArrow[]): void {
    this.overlays.setForces(arrows);
    this.draw();
  }

  /** Page coordinates (px) of a world point. */
  onScreen(point: Vector): [number, number] {
    const box = this.renderer.domElement.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    const seen = new Vector3(...point).project(this.camera);
    return [box.left + ((seen.x + 1) / 2) * box.width, box.top + ((1 - seen.y) / 2) * box.height];
  }

  /** PNG of the current view. */
  snapshot(): Promise<Blob | null> {
    this.renderer.render(this.scene, this.camera);
    return new Promise((done) => this.renderer.domElement.toBlob(done, "image/png"));
  }

  /** Height of the view over its width. */
  aspect(): number {
    const { width, height } = this.renderer.domElement;
    return height / width;
  }

  /** Draws the current view on another canvas. */
  drawOn(context: CanvasRenderingContext2D, width: number, height: number): void {
    this.renderer.render(this.scene, this.camera);
    context.drawImage(this.renderer.domElement, 0, 0, width, height);
  }

  /** Releases all resources. */
  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.resize.disconnect();
    this.goal.dispose();
    this.ghosts.dispose();
    this.orbit.dispose();
    this.scene.traverse((part: Object3D) => {
      if (part instanceof Sprite) part.material.map?.dispose();
      // All sprites share a geometry, which keeps every renderer that does not dispose it.
      if (!(part instanceof Mesh || part instanceof Line || part instanceof Points || part instanceof Sprite)) return;
      part.geometry.dispose();
      for (const material of [part.material].flat()) (material as Material).dispose();
    });
    this.renderer.dispose();
    // A browser has a few contexts only, and frees them late.
    this.renderer.forceContextLoss();
    this.renderer.domElement.remove();
  }

  private draw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.framed && this.camera.aspect !== 1) this.frameRobot(); // as soon as pose and size are known
      this.renderer.render(this.scene, this.camera);
      this.events.drawn();
    });
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  private listenForSelection(canvas: HTMLCanvasElement): void {
    let down: [number, number] = [0, 0];
    canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return; // end of a drag
      const box = canvas.getBoundingClientRect();
      const at = new Vector2(
        ((event.clientX - box.left) / box.width) * 2 - 1,
        1 - ((event.clientY - box.top) / box.height) * 2,
      );
      const ray = new Raycaster();
      ray.setFromCamera(at, this.camera);
      // A ray meets hidden parts, too, such as ellipsoids that are not shown.
      const hits = ray.intersectObject(this.body.group, true).filter(({ object }) => isShown(object));
      const ghost = this.ghosts.hit(ray);
      if (ghost !== null && ghost.distance < (hits[0]?.distance ?? Infinity))
        return this.events.ghostSelected(ghost.index);
      for (const hit of hits) {
        let part: Object3D | null = hit.object;
        while (part !== null && part.userData["link"] === undefined) part = part.parent;
        if (part !== null) return this.events.linkSelected(String(part.userData["link"]));
      }
      this.events.linkSelected(null);
    });
  }
}
