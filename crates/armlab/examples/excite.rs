//! Designs an excitation trajectory within the robot's limits, shows how precise the
//! parameters will be, and writes trajectory, samples and figure.

use armlab::prelude::*;
use std::time::Duration;

fn main() -> Result<()> {
    let robot = Robot::builtin("scara")?;
    let progress = |event: &Event| {
        if let (EventKind::Started, Some(fraction)) = (event.kind, event.fraction) {
            eprintln!("{:3.0} %  {}", 100.0 * fraction, event.task);
        }
    };
    let result = Excitation::new(&robot)
        .basis("fourier:4".parse()?)
        .objective("determinant".parse()?)
        .friction("each".parse()?)
        .duration(5.0)
        .starts(1)
        .iterations(40)
        .time_limit(Duration::from_secs(60))
        .run_with_observer(&progress, CancelToken::new())?;
    println!("{}", result.summary());
    let worst = &result.motion().precision[0];
    println!("least precise: {} ± {:.2e} {}", worst.name, worst.deviation, worst.unit);

    let folder = std::env::temp_dir().join("armlab-example-excite");
    for file in result.save(&folder)? {
        println!("wrote {}", file.display());
    }
    Ok(())
}
