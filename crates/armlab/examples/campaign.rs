//! A small Monte-Carlo campaign: how biased and how precise are three estimators under
//! increasing noise? Finished tasks are kept in a folder, so it continues when stopped.

use armlab::identify::estimators::METHODS;
use armlab::prelude::*;

fn main() -> Result<()> {
    let robot = Robot::builtin("scara")?;
    let folder = std::env::temp_dir().join(format!("armlab-campaign-{}", std::process::id()));
    let methods = ["ls", "wls", "iv"].map(|name| METHODS.get(name));
    let methods = methods.into_iter().collect::<std::result::Result<Vec<_>, _>>();
    let campaign = Campaign::new(&robot)
        .noise("q=1e-4,qd=1e-3,qdd=0.05,tau=0.1".parse()?)
        .levels([0.5, 2.0])
        .seeds(2)
        .methods(methods.map_err(Error::from_source)?)
        .ledger(&folder);
    let progress = |event: &Event| eprintln!("{}", event.task);
    let result = campaign.run_with_observer(&progress, CancelToken::new())?;
    println!("{}", result.summary());

    for method in &result.statistics().methods {
        let error = method.unseen.map_or(f64::NAN, |spread| spread.median);
        println!("{} at level {}: validation error {error:.2} %", method.method, method.level);
    }
    result.save(&folder)?;
    std::fs::remove_dir_all(&folder).map_err(Error::from_source)
}
