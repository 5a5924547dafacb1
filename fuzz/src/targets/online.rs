//! A log that is followed, and the state that is continued from: estimates are finite or it is said why not.

use armlab::identify::Model;
use armlab::identify::estimators::Selection;
use armlab::identify::online::live::LiveState;
use armlab::online_identification::{OnlineIdentification, OnlineSession};
use armlab::robot::Robot;
use std::sync::LazyLock;

/// A pendulum: few unknowns, so that many logs are followed in a second.
static PENDULUM: LazyLock<Robot> = LazyLock::new(|| {
    let text = "name = \"pendulum\"\n[[joint]]\nname = \"j\"\nkind = \"revolute\"\naxis = [0, 1, 0]\n\
                link = { name = \"l\", mass = 1, center = [0, 0, -0.3], \
                inertia = { xx = 0.1, yy = 0.1, zz = 0.01 } }\n";
    Robot::from_toml_str(text).expect("a sound robot")
});
static ONLINE: LazyLock<OnlineIdentification<'static>> = LazyLock::new(|| {
    let methods = Selection::Named(vec!["rls-sqrt".into(), "ekf".into()]);
    OnlineIdentification::new(&PENDULUM).methods(methods).noise_window(0.05)
});
static MODEL: LazyLock<Model<'static>> = LazyLock::new(|| ONLINE.model().expect("a model"));

fn sound(session: &OnlineSession) {
    for method in session.estimates().methods {
        let finite = method.values.iter().all(|x| x.is_finite());
        assert!(finite || !session.warnings().is_empty(), "{:?}", method.values);
    }
    assert!(serde_json::to_string(&session.report()).is_ok());
}

pub fn follow(data: &[u8]) {
    let mut session = ONLINE.start(&MODEL).expect("a session");
    for piece in data.chunks(97) {
        if session.push_text(piece).is_err() {
            return;
        }
    }
    let _ = session.finish();
    sound(&session);
    if let Some(state) = session.live().save() {
        let text = serde_json::to_string(&state).expect("a state that can be written");
        let read: LiveState = serde_json::from_str(&text).expect("a state that can be read");
        assert_eq!(read, state);
        assert!(ONLINE.resume(&MODEL, &read).is_ok());
    }
}

/// Continues from any state, with samples that fit the pendulum.
pub fn state(data: &[u8]) {
    let Ok(state) = serde_json::from_slice::<LiveState>(data) else { return };
    let Ok(mut session) = ONLINE.resume(&MODEL, &state) else { return };
    let mut text = String::from("t,q1,qd1,tau1\n");
    for k in 0..20 {
        let t = state.last + 0.01 * f64::from(k);
        text += &format!("{t},{},{},{}\n", 0.1 * t.sin(), 0.1 * t.cos(), 0.3 * t.sin());
    }
    if session.push_text(text.as_bytes()).is_ok() {
        let _ = session.finish();
        sound(&session);
    }
}
