// Changes of the model that remove a finding of the model checks, as far as a click can make them.
import type { FindingView, Model, ModelPatch } from "../../contract";

/** A change, and what its button says. */
export interface Fix {
  title: string;
  patch: ModelPatch;
}

const DEGREE = Math.PI / 180;
const DEFAULT_INERTIA = new Set([
  "inertia-zero",
  "inertia-without-mass",
  "inertia-beyond-shape",
  "inertia-below-shape",
  "inertial-copied",
]);

type Six = [number, number, number, number, number, number];

/** The inertia that was read about the frame, read about the centre of gravity (xx, xy, yy, xz, yz, zz). */
export function readAboutCentre(inertia: readonly number[], mass: number, centre: readonly number[]): Six {
  const [x = 0, y = 0, z = 0] = centre;
  const shift = [y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y];
  return inertia.map((value, k) => value + mass * (shift[k] ?? 0)) as Six;
}

/** The fix of a finding, if there is one. */
export function fixOf({ code, subject, message, fix }: FindingView, model: Model): Fix | null {
  const link = model.links.find((one) => one.name === subject);
  const index = model.joints.findIndex((one) => one.name === subject);
  const joint = model.joints[index];
  const ofLink = (title: string, patch: NonNullable<ModelPatch["links"]>[string]): Fix => ({
    title,
    patch: { label: `${title}: ${subject}`, links: { [subject]: patch } },
  });
  const ofJoint = (title: string, patch: NonNullable<ModelPatch["joints"]>[string]): Fix => ({
    title,
    patch: { label: `${title}: ${subject}`, joints: { [subject]: patch } },
  });
  if (code === "gravity-odd")
    return { title: "Set gravity to 9.81 m/s² down", patch: { label: "Set gravity", gravity: [0, 0, -9.81] } };
  if (joint && code === "angle-unit" && fix.includes("read as degrees")) {
    if (message.includes("velocity"))
      return ofJoint("Read the velocity limit in degrees", { velocity: (joint.limits.velocity ?? 0) * DEGREE });
    const { lower, upper } = joint.limits;
    return ofJoint("Read the limits in degrees", {
      lower: lower === null ? null : lower * DEGREE,
      upper: upper === null ? null : upper * DEGREE,
    });
  }
  if (joint && code === "length-unit" && fix.includes("its limits are")) {
    const { lower, upper } = joint.limits;
    return ofJoint("Read the limits in millimetres", {
      lower: lower === null ? null : lower / 1000,
      upper: upper === null ? null : upper / 1000,
    });
  }
  const moved = code === "joint-moves-nothing" ? model.links[index] : undefined;
  if (moved)
    return {
      title: "Use default inertials",
      patch: { label: `Default inertials of ${moved.name}`, links: { [moved.name]: { mass: null, inertia: null } } },
    };
  if (!link) return null;
  if (code === "mass-negative") return ofLink("Make the mass positive", { mass: Math.abs(link.mass.value) });
  if (code === "inertia-wrong-point")
    return ofLink("Read the inertia about the centre of gravity", {
      inertia: readAboutCentre(link.inertia.value, link.mass.value, link.centre.value),
    });
  if ((code === "inertia-triangle" || code === "inertia-not-positive") && link.nearest_inertia)
    return ofLink("Use the nearest inertia that a body can have", { inertia: link.nearest_inertia });
  if (code === "center-outside") return ofLink("Use the default centre of gravity", { centre: null });
  if (DEFAULT_INERTIA.has(code)) return ofLink("Use the default inertia", { inertia: null });
  return null;
}
