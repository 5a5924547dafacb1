//! Identifies a robot from columns in memory, with progress on standard error.

use armlab::dynamics::Dynamics;
use armlab::prelude::*;

fn main() -> armlab::Result<()> {
    let robot = Robot::builtin("scara")?;
    let joints = robot.dofs();
    let time: Vec<f64> = (0..2000).map(|k| 0.005 * k as f64).collect();
    let mut columns: Vec<(String, Vec<f64>)> = Vec::new();
    for name in ["q", "qd", "qdd", "tau"] {
        columns.extend((1..=joints).map(|j| (format!("{name}{j}"), Vec::new())));
    }
    // Any motion and its efforts; here computed, on a robot measured.
    let mut dynamics = Dynamics::new(&robot);
    for t in &time {
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; joints]);
        for j in 0..joints {
            let (size, w) = (0.1, 2.0 + 0.7 * j as f64);
            q[j] = size * ((w * t).sin() + (2.3 * w * t).cos());
            qd[j] = size * w * ((w * t).cos() - 2.3 * (2.3 * w * t).sin());
            qdd[j] = -size * w * w * ((w * t).sin() + 5.29 * (2.3 * w * t).cos());
        }
        let mut tau = vec![0.0; joints];
        dynamics.inverse(&q, &qd, &qdd, &mut tau);
        let row = [q, qd, qdd, tau].concat();
        columns.iter_mut().zip(row).for_each(|((_, column), value)| column.push(value));
    }
    let log = Log::from_columns(time, columns)?;
    let observer = |event: &Event| {
        if let Some(fraction) = event.fraction {
            eprintln!("{:3.0} %  {}", 100.0 * fraction, event.task);
        }
    };
    let found = Identification::new(&robot)
        .log(log)?
        .methods("wls,physical".parse()?)
        .friction("none".parse::<FrictionModel>()?)
        .run_with_observer(&observer, CancelToken::new())?;
    println!("{found}");
    Ok(())
}
