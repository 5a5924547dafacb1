// Times Pinocchio's algorithms, compiled from its headers for this very processor, and prints one JSON line per result.
//
//   pinocchio_peer [--models DIR] [--rounds N]            time everything
//   pinocchio_peer [--models DIR] --callgrind OP MODEL N  call one algorithm N times and nothing else; the difference
//                                                         of two such runs gives instructions per call
//
// No library is linked. The shipped URDF parser is built without AVX, and Eigen then aligns memory differently than it does
// here, so models cannot cross that border; run.py lets Pinocchio's Python side parse the URDF and write DIR/MODEL.txt
// (one line per joint), and the first output line of every model lets it check that both sides have the same robot.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using pinocchio::Convention;
using pinocchio::Data;
using pinocchio::Model;

struct State {
    Eigen::VectorXd q, v, a, tau;
};

constexpr int kStates = 256;          // few enough to stay in cache, enough not to be learnt by the branch predictor
constexpr double kSecondsPerOp = 0.25;  // per round; spread over rounds, because the machine's speed comes in phases

pinocchio::JointModel joint_model(const std::string& kind) {
    if (kind == "RX") return pinocchio::JointModelRX();
    if (kind == "RY") return pinocchio::JointModelRY();
    if (kind == "RZ") return pinocchio::JointModelRZ();
    throw std::runtime_error("joint kind not supported: " + kind);
}

// A line: kind, parent index, placement (rotation by rows, translation), mass, mass centre, inertia about it (xx xy yy xz yz zz).
Model read_model(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    Model model;
    std::string kind;
    int parent;
    while (file >> kind >> parent) {
        double x[22];
        for (double& value : x) file >> value;
        if (!file) throw std::runtime_error("truncated line in " + path);
        const Eigen::Matrix3d rotation = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(x);
        const pinocchio::SE3 placement(rotation, Eigen::Vector3d(x[9], x[10], x[11]));
        Eigen::Matrix3d inertia;
        inertia << x[16], x[17], x[19], x[17], x[18], x[20], x[19], x[20], x[21];
        const pinocchio::Inertia body(x[12], Eigen::Vector3d(x[13], x[14], x[15]), inertia);
        const auto joint = model.addJoint(parent, joint_model(kind), placement, "joint" + std::to_string(model.njoints));
        model.appendBodyToJoint(joint, body, pinocchio::SE3::Identity());
    }
    return model;
}

std::vector<State> random_states(const Model& model) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const auto vector = [&](double scale) {
        Eigen::VectorXd x(model.nv);
        for (double& value : x) value = scale * uniform(random);
        return x;
    };
    std::vector<State> states;
    for (int i = 0; i < kStates; ++i) states.push_back({vector(M_PI), vector(2.0), vector(5.0), vector(50.0)});
    return states;
}

// The compiler must believe that the results in `data` are read.
inline void keep(Data& data) { asm volatile("" : : "g"(&data) : "memory"); }

// Calls use(name, convention, call) for every algorithm; `call` is a lambda of one state, inlined into the timing loop.
template <typename Use>
void for_each_op(const Model& model, Data& data, bool all, Use use) {
    use("rnea", "", [&](const State& s) { pinocchio::rnea(model, data, s.q, s.v, s.a); });
    use("crba", "local", [&](const State& s) { pinocchio::crba(model, data, s.q, Convention::LOCAL); });
    use("crba", "world", [&](const State& s) { pinocchio::crba(model, data, s.q, Convention::WORLD); });
    use("aba", "local", [&](const State& s) { pinocchio::aba(model, data, s.q, s.v, s.tau, Convention::LOCAL); });
    use("aba", "world", [&](const State& s) { pinocchio::aba(model, data, s.q, s.v, s.tau, Convention::WORLD); });
    if (!all) return;
    use("regressor", "", [&](const State& s) { pinocchio::computeJointTorqueRegressor(model, data, s.q, s.v, s.a); });
    use("rnea_derivatives", "", [&](const State& s) { pinocchio::computeRNEADerivatives(model, data, s.q, s.v, s.a); });
    use("forward_kinematics", "", [&](const State& s) { pinocchio::forwardKinematics(model, data, s.q); });
    use("joint_jacobians", "", [&](const State& s) { pinocchio::computeJointJacobians(model, data, s.q); });
}

// Nanoseconds per call: the fastest of many short batches. Wall clock, because CPU clocks can under-read short intervals on
// virtual machines; the minimum, because everything that disturbs a batch makes it slower.
template <typename Call>
double fastest(const std::vector<State>& states, Data& data, Call call) {
    using Clock = std::chrono::steady_clock;
    double best = 1e300, spent = 0.0;
    while (spent < kSecondsPerOp) {
        const auto start = Clock::now();
        for (const State& state : states) {
            call(state);
            keep(data);
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        best = std::min(best, seconds);
        spent += seconds;
    }
    return best / kStates * 1e9;
}

void print_vector(const char* name, const Eigen::VectorXd& x) {
    std::printf(", \"%s\": [", name);
    for (int i = 0; i < x.size(); ++i) std::printf("%s%.17g", i ? ", " : "", x[i]);
    std::printf("]");
}

void time_model(const std::string& name, const Model& model, bool all, int rounds) {
    const std::vector<State> states = random_states(model);
    Data data(model);

    const State& first = states.front();
    std::printf("{\"engine\": \"pinocchio\", \"model\": \"%s\", \"op\": \"check\"", name.c_str());
    print_vector("q", first.q);
    print_vector("qd", first.v);
    print_vector("qdd", first.a);
    print_vector("tau", pinocchio::rnea(model, data, first.q, first.v, first.a));
    std::printf("}\n");

    for (int round = 0; round < rounds; ++round) {
        for_each_op(model, data, all, [&](const char* op, const char* convention, auto call) {
            const double ns = fastest(states, data, call);
            std::printf("{\"engine\": \"pinocchio\", \"model\": \"%s\", \"op\": \"%s\", \"convention\": \"%s\", \"ns\": %.1f}\n",
                        name.c_str(), op, convention, ns);
        });
        std::fflush(stdout);
    }
}

// OP is a name of for_each_op, with "_local" or "_world" behind it where there are two conventions.
void repeat(const std::string& wanted, const Model& model, long count) {
    const std::vector<State> states = random_states(model);
    Data data(model);
    bool found = false;
    for_each_op(model, data, true, [&](const std::string& op, const std::string& convention, auto call) {
        if (wanted != (convention.empty() ? op : op + "_" + convention)) return;
        found = true;
        for (long i = 0; i < count; ++i) {
            call(states[i % kStates]);
            keep(data);
        }
    });
    if (!found) throw std::runtime_error("unknown op: " + wanted);
}

int run(const std::vector<std::string>& args) {
    std::string models = "out/bench/models";
    int rounds = 1;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::size_t left = args.size() - i - 1;
        if (args[i] == "--models" && left >= 1) {
            models = args[++i];
        } else if (args[i] == "--rounds" && left >= 1) {
            rounds = std::stoi(args[++i]);
        } else if (args[i] == "--callgrind" && left >= 3) {
            repeat(args[i + 1], read_model(models + "/" + args[i + 2] + ".txt"), std::stol(args[i + 3]));
            return 0;
        } else {
            throw std::runtime_error("unknown or incomplete argument: " + args[i]);
        }
    }
    time_model("arm7", read_model(models + "/arm7.txt"), true, rounds);
    time_model("tree30", read_model(models + "/tree30.txt"), false, rounds);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pinocchio_peer: %s\n", error.what());
        return 2;
    }
}
