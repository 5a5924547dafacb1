//! `armlab learn-ik`: joints regressed on where the tool is, along a helix, by
//! least squares, recursive least squares and recursive least squares tuned by a
//! particle swarm (Batista et al. 2020).

mod document;
mod figures;

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint};
use crate::robot::load;
use crate::table::{number, table};
use armlab::motion::CartesianPath;
use armlab::motion::cartesian::{Shape, TimeLaw};
use armlab::progress::{Progress, Silent};
use armlab::robot::describe::FixedJoints;
use armlab_papers::kinematic::{
    Axis, CovarianceSearch, Identified, JointNoise, KinematicError, KinematicLog, Outliers,
    Recursion, Scoring, Structure, exhaustive, least_squares, recursive, scores, search_covariance,
    without_limits,
};
use clap::{Args, ValueEnum};
use document::{LearnIkReport, MethodDocument};
use std::time::Instant;

const HINT: &str = "see `armlab learn-ik --help`";

/// Learn a robot's inverse kinematics from motion along a helix.
#[derive(Args)]
#[command(after_help = "Structures: fir:N (N samples of one coordinate per joint, see --inputs), \
                  affine (x, y, z, 1), quadratic, cubic, polar (x/ρ, y/ρ, ρ, z, 1), cylindrical \
                  (angle, radius, height, 1).\nMethods: ls, rls, exhaustive (rls with the best \
                  scalar covariance), rlspso (rls with the diagonal that a particle swarm \
                  finds).\ndocs/estimators.md says more.")]
pub struct LearnIk {
    /// A built-in robot's name, or a .urdf or .toml file
    #[arg(default_value = "cylindrical")]
    robot: String,
    /// The helix: centre, radius, rise, turns and phase, m and rad
    #[arg(long, value_name = "X,Y,Z,R,RISE,TURNS,PHASE", allow_hyphen_values = true)]
    #[arg(default_value = "0,0.75,0.3,0.2,0.6,3,0")]
    helix: String,
    /// Samples along it, and seconds
    #[arg(long, default_value_t = 300)]
    samples: usize,
    /// Time that it takes, s
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    duration: f64,
    /// What joints are regressed on
    #[arg(long, default_value = "fir:4")]
    structure: String,
    /// The coordinate that each joint's fir looks at
    #[arg(long, value_name = "AXIS,…", default_value = "x,z,y")]
    inputs: String,
    /// Methods, with commas between
    #[arg(long, value_name = "NAME,…", default_value = "ls,rls,exhaustive,rlspso")]
    method: String,
    /// Which predictions are scored
    #[arg(long, default_value = "before")]
    scoring: Scored,
    /// λ of recursive least squares
    #[arg(long, default_value_t = 1.0)]
    forgetting: f64,
    /// Standard deviation of noise on the joints, in their units
    #[arg(long, value_name = "SIGMA")]
    noise: Option<f64>,
    /// Signal-to-noise ratio of the joints, dB, outliers included; adds to --noise
    #[arg(long, value_name = "DB", allow_hyphen_values = true)]
    snr: Option<f64>,
    /// Part of the samples whose noise is larger, and by which factor; with --noise or --snr
    #[arg(long, value_name = "PART,FACTOR")]
    contaminated: Option<String>,
    /// The swarm as printed: coefficients that diverge but for clamped positions
    #[arg(long)]
    printed: bool,
    /// Particles of the swarm
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    particles: Option<u32>,
    /// Iterations of a run of the swarm
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    iterations: Option<u32>,
    /// Runs of the swarm, of which the best counts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    runs: Option<u64>,
    /// Smallest and largest variance that swarm and exhaustive search try
    #[arg(long, value_name = "LEAST,MOST", default_value = "0.01,50")]
    interval: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scored {
    /// Each sample before it is learnt
    Before,
    /// Each sample just after it is learnt, which flatters
    After,
    /// All samples with the last coefficients
    End,
}

impl LearnIk {
    pub fn run(self, common: &Common) -> Outcome {
        let failed = |e: KinematicError| Failure::input(e, HINT);
        let robot = load(&self.robot, FixedJoints::Merge, common)?;
        // A helix that is only looked at may leave a stroke.
        let free = without_limits(&robot).map_err(failed)?;
        let exact = KinematicLog::along(&free, &self.path()?).map_err(failed)?;
        let log = match self.joint_noise()? {
            Some(noise) => noise.add(&exact, common.seed),
            None => exact,
        };
        let structure = self.structure(log.joints())?;
        let recursion = self.recursion();
        let mut found = Vec::new();
        for name in self.method.split(',').map(str::trim) {
            let start = Instant::now();
            let (identified, covariance) =
                self.identify(name, &log, &structure, &recursion, common)?;
            let seconds = start.elapsed().as_secs_f64();
            let r2 = scores(&log.exact, &identified.predicted, 0);
            let method = MethodDocument::of(name, &identified, r2, covariance, seconds);
            found.push((method, identified));
        }
        let joints: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            folder.write("joints.svg", &figures::joints(&robot, &log, &found).to_svg())?;
            folder.write("efforts.svg", &figures::needed_efforts(&free, &log, &found)?.to_svg())?;
        }
        let methods = found.into_iter().map(|(m, _)| m).collect();
        let document =
            LearnIkReport { robot: robot.name().into(), structure: structure.name, methods };
        if let Some(out) = &common.out {
            Folder::open(out)?.write_json("learn-ik.json", &document)?;
        }
        if common.json {
            output::print_json(&document)
        } else {
            output::print(&read_out(&document, &joints, Paint::new(common)))
        }
    }

    fn path(&self) -> Result<CartesianPath, Failure> {
        let bad = || {
            let hint = "give x,y,z,radius,rise,turns,phase in metres and radians";
            Failure::input(format_args!("`{}` is no helix", self.helix), hint)
        };
        let numbers: Option<Vec<f64>> = self
            .helix
            .split(',')
            .map(|x| x.trim().parse().ok().filter(|x: &f64| x.is_finite()))
            .collect();
        let [x, y, z, radius, rise, turns, phase] =
            numbers.and_then(|n| <[f64; 7]>::try_from(n).ok()).ok_or_else(bad)?;
        let (centre, axis) = ([x, y, z], [0.0, 0.0, 1.0]);
        let shape = Shape::Helix { centre, axis, radius, turns, rise, phase };
        let path = CartesianPath::new(shape, self.duration);
        let path = CartesianPath { law: TimeLaw::Even, samples: self.samples, ..path };
        path.check().map_err(|e| Failure::input(e, HINT))?;
        Ok(path)
    }

    fn joint_noise(&self) -> Result<Option<JointNoise>, Failure> {
        let sigma = self.noise.unwrap_or(0.0);
        if !(sigma >= 0.0 && sigma.is_finite()) {
            let hint = "give a deviation that is not negative, as 0.05";
            return Err(Failure::input(format_args!("`{sigma}` is no deviation of noise"), hint));
        }
        if let Some(snr) = self.snr.filter(|snr| !snr.is_finite()) {
            return Err(Failure::input(
                format_args!("`{snr}` is no ratio"),
                "give decibels, as 10",
            ));
        }
        let noise = JointNoise { sigma, snr: self.snr, outliers: self.outliers()? };
        let asked = self.noise.is_some() || self.snr.is_some();
        if noise.outliers.is_some() && !asked {
            let hint = "give the noise of ordinary samples, too: --noise SIGMA or --snr DB";
            return Err(Failure::input("--contaminated has no noise to enlarge", hint));
        }
        Ok(asked.then_some(noise))
    }

    fn outliers(&self) -> Result<Option<Outliers>, Failure> {
        let Some(text) = &self.contaminated else { return Ok(None) };
        let parsed = text.split_once(',').and_then(|(a, b)| {
            Some((a.trim().parse::<f64>().ok()?, b.trim().parse::<f64>().ok()?))
        });
        let usable = |(fraction, factor): &(f64, f64)| {
            (0.0..=1.0).contains(fraction) && *factor >= 0.0 && factor.is_finite()
        };
        match parsed.filter(usable) {
            Some((fraction, factor)) => Ok(Some(Outliers { fraction, factor })),
            None => {
                let hint = "give a part between 0 and 1 and a factor, as 0.05,10";
                Err(Failure::input(format_args!("`{text}` is no contamination"), hint))
            }
        }
    }

    fn interval(&self) -> Result<[f64; 2], Failure> {
        let numbers = self.interval.split_once(',').and_then(|(a, b)| {
            Some([a.trim().parse::<f64>().ok()?, b.trim().parse::<f64>().ok()?])
        });
        let usable = |[least, most]: &[f64; 2]| *least > 0.0 && least < most && most.is_finite();
        numbers.filter(usable).ok_or_else(|| {
            let hint = "give two positive variances, the smaller one first, as 0.01,50";
            Failure::input(format_args!("`{}` is no interval of variances", self.interval), hint)
        })
    }

    fn structure(&self, joints: usize) -> Result<Structure, Failure> {
        let axes = self.inputs.split(',').map(|a| match a.trim() {
            "x" => Ok(Axis::X),
            "y" => Ok(Axis::Y),
            "z" => Ok(Axis::Z),
            other => Err(Failure::input(format_args!("`{other}` is no axis"), "give x, y or z")),
        });
        let axes: Vec<Axis> = axes.collect::<Result<_, _>>()?;
        let inputs: Vec<Axis> = axes.iter().copied().cycle().take(joints).collect();
        match self.structure.as_str() {
            "affine" => Ok(Structure::affine(joints)),
            "quadratic" => Ok(Structure::quadratic(joints)),
            "cubic" => Ok(Structure::cubic(joints)),
            "polar" => Ok(Structure::polar(joints)),
            "cylindrical" => Ok(Structure::cylindrical(joints)),
            other => match other.strip_prefix("fir:").and_then(|n| n.parse::<usize>().ok()) {
                Some(taps @ 1..=100) => Ok(Structure::fir(&inputs, taps)),
                _ => {
                    let hint = "give fir:N, affine, quadratic, cubic, polar or cylindrical";
                    Err(Failure::input(format_args!("there is no structure `{other}`"), hint))
                }
            },
        }
    }

    fn recursion(&self) -> Recursion {
        let scoring = match self.scoring {
            Scored::Before => Scoring::default(),
            Scored::After => Scoring::AfterLearning,
            Scored::End => Scoring::AtTheEnd,
        };
        Recursion { forgetting: self.forgetting, scoring, ..Recursion::default() }
    }

    /// What a method found, and the covariance it began with.
    fn identify(
        &self,
        name: &str,
        log: &KinematicLog,
        structure: &Structure,
        recursion: &Recursion,
        common: &Common,
    ) -> Result<(Identified, Vec<f64>), Failure> {
        let failed = |e: KinematicError| Failure::input(e, HINT);
        let covariance = match name {
            "ls" => {
                let found = least_squares(log, structure, recursion.scoring).map_err(failed)?;
                return Ok((found, Vec::new()));
            }
            "rls" => recursion.covariance.clone(),
            "exhaustive" => {
                // As many candidates as the paper's grid has up to 50, in steps of a thousandth.
                let [least, most] = self.interval()?;
                let step = most / 50_000.0;
                let tried: Vec<f64> =
                    (1..=50_000).map(|k| step * f64::from(k)).filter(|v| *v >= least).collect();
                vec![exhaustive(log, structure, recursion, &tried).map_err(failed)?.variance]
            }
            "rlspso" => {
                let noisy = self.noise.is_some() || self.snr.is_some();
                let mut search = match (self.printed, noisy) {
                    (false, _) => CovarianceSearch::default(),
                    (true, false) => CovarianceSearch::printed(),
                    (true, true) => CovarianceSearch::printed_with_noise(),
                };
                search.swarm.seed = common.seed;
                search.interval = self.interval()?;
                search.runs = self.runs.unwrap_or(search.runs);
                let number = |given: Option<u32>, own: usize| given.map_or(own, |n| n as usize);
                search.iterations = number(self.iterations, search.iterations);
                search.swarm.particles = number(self.particles, search.swarm.particles);
                let progress = Progress::new(&Silent, interrupt::token());
                let found = search_covariance(log, structure, recursion, &search, &progress);
                found.map_err(failed)?.diagonal
            }
            other => {
                let hint = "methods are ls, rls, exhaustive, rlspso";
                return Err(Failure::input(format_args!("there is no method `{other}`"), hint));
            }
        };
        let own = Recursion { covariance: covariance.clone(), ..recursion.clone() };
        Ok((recursive(log, structure, &own).map_err(failed)?, covariance))
    }
}

fn read_out(document: &LearnIkReport, joints: &[String], paint: Paint) -> String {
    let mut header = vec!["method", "mean R²"];
    header.extend(joints.iter().map(String::as_str));
    header.extend(["covariance", "s"]);
    let rows = document.methods.iter().map(|m| {
        let mut row = vec![m.method.clone(), format!("{:.4}", m.mean_r2)];
        row.extend(m.r2.iter().map(|r| format!("{r:.4}")));
        row.push(m.covariance.iter().map(|c| number(*c)).collect::<Vec<_>>().join(", "));
        row.push(format!("{:.3}", m.seconds));
        row
    });
    let right: Vec<usize> = (1..joints.len() + 2).collect();
    let text = table(&header, rows.collect(), &right);
    format!("{}: {}\n\n{text}", paint.bold(&document.robot), document.structure)
}
