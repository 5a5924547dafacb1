// Times Pinocchio's regressor with Eigen's factorisations, streamed in chunks, and prints one JSON line per result.
//
//   identify_peer MODEL.txt   MODEL.txt as flatten.py writes it (one line per joint: kind, parent, placement, body)
//
// 84 columns on seven joints: 70 inertial, viscous and Coulomb friction of each joint, and the effort behind them.
//   regressor    the rows of a chunk, and nothing else
//   tsqr         chunk after chunk, [R; chunk] = Q R' (sequential TSQR), R alone is kept
//   information  chunk after chunk, A'A += chunk' chunk, upper triangle only
// Nothing is linked, everything is compiled for this very processor; see pinocchio_peer.cpp for why models come as text.
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>

#include <Eigen/QR>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Matrix = Eigen::MatrixXd;
using pinocchio::Data;
using pinocchio::Model;

constexpr int kStates = 4096;            // distinct states, in turn
constexpr int kChunk = 256;              // samples of a chunk
constexpr double kSecondsPerOp = 0.8;

pinocchio::JointModel joint_model(const std::string& kind) {
    if (kind == "RX") return pinocchio::JointModelRX();
    if (kind == "RY") return pinocchio::JointModelRY();
    if (kind == "RZ") return pinocchio::JointModelRZ();
    throw std::runtime_error("joint kind not supported: " + kind);
}

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
        Eigen::Matrix3d inertia;
        inertia << x[16], x[17], x[19], x[17], x[18], x[20], x[19], x[20], x[21];
        const auto joint = model.addJoint(parent, joint_model(kind), pinocchio::SE3(rotation, Eigen::Vector3d(x[9], x[10], x[11])),
                                          "joint" + std::to_string(model.njoints));
        model.appendBodyToJoint(joint, pinocchio::Inertia(x[12], Eigen::Vector3d(x[13], x[14], x[15]), inertia),
                                pinocchio::SE3::Identity());
    }
    return model;
}

struct State {
    Eigen::VectorXd q, v, a, tau;
};

std::vector<State> random_states(const Model& model, Data& data) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const auto vector = [&](double scale) {
        Eigen::VectorXd x(model.nv);
        for (double& value : x) value = scale * uniform(random);
        return x;
    };
    std::vector<State> states;
    for (int i = 0; i < kStates; ++i) {
        State s{vector(M_PI), vector(2.0), vector(5.0), vector(0.1)};
        s.tau += pinocchio::rnea(model, data, s.q, s.v, s.a);
        states.push_back(s);
    }
    return states;
}

// Rows of a chunk's samples from `top` on: inertial columns, friction, effort.
void fill(const Model& model, Data& data, const std::vector<State>& states, int first, Matrix& rows, Eigen::Index top) {
    const Eigen::Index joints = model.nv, inertial = 10 * joints;
    for (int k = 0; k < kChunk; ++k) {
        const State& s = states[(first + k) % kStates];
        pinocchio::computeJointTorqueRegressor(model, data, s.q, s.v, s.a);
        const Eigen::Index at = top + k * joints;
        rows.block(at, 0, joints, inertial) = data.jointTorqueRegressor;
        rows.block(at, inertial, joints, 2 * joints).setZero();
        for (Eigen::Index j = 0; j < joints; ++j) {
            rows(at + j, inertial + 2 * j) = s.v[j];
            rows(at + j, inertial + 2 * j + 1) = std::copysign(1.0, s.v[j]);
            rows(at + j, inertial + 2 * joints) = s.tau[j];
        }
    }
}

// Nanoseconds per sample: the fastest chunk. Wall clock, because CPU clocks can under-read short intervals on virtual
// machines; the minimum, because everything that disturbs a chunk makes it slower.
template <typename Call>
void time(const char* op, Call call) {
    using Clock = std::chrono::steady_clock;
    double best = 1e300, spent = 0.0;
    for (int first = 0; spent < kSecondsPerOp; first = (first + kChunk) % kStates) {
        const auto start = Clock::now();
        call(first);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        best = std::min(best, seconds);
        spent += seconds;
    }
    std::printf("{\"engine\": \"pinocchio\", \"op\": \"%s\", \"ns\": %.1f}\n", op, best / kChunk * 1e9);
}

// |R'R - A'A| of one chunk, relative: whether what is timed is right.
double mismatch(const Matrix& chunk, const Matrix& r) {
    const Matrix products = chunk.transpose() * chunk;
    return (r.transpose() * r - products).norm() / products.norm();
}

int run(const std::string& path) {
    const Model model = read_model(path);
    Data data(model);
    const std::vector<State> states = random_states(model, data);
    const Eigen::Index width = 12 * model.nv + 1, rows = kChunk * model.nv;

    Matrix chunk(rows, width);
    time("regressor", [&](int first) {
        fill(model, data, states, first, chunk, 0);
        asm volatile("" : : "g"(chunk.data()) : "memory");
    });

    // The triangle stands above the chunk; both are factored in place.
    Matrix stacked = Matrix::Zero(width + rows, width), r = Matrix::Zero(width, width);
    const auto reduce = [&] {
        stacked.topRows(width) = r;
        const Eigen::HouseholderQR<Eigen::Ref<Matrix>> qr(stacked);
        r = stacked.topRows(width).triangularView<Eigen::Upper>();
    };
    fill(model, data, states, 0, stacked, width);
    chunk = stacked.bottomRows(rows);
    reduce();
    if (!(mismatch(chunk, r) < 1e-12)) throw std::runtime_error("the triangle is wrong");
    time("tsqr", [&](int first) {
        fill(model, data, states, first, stacked, width);
        reduce();
    });

    Matrix products = Matrix::Zero(width, width);
    time("information", [&](int first) {
        fill(model, data, states, first, chunk, 0);
        products.selfadjointView<Eigen::Upper>().rankUpdate(chunk.transpose());
        asm volatile("" : : "g"(products.data()) : "memory");
    });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 2) throw std::runtime_error("usage: identify_peer MODEL.txt");
        return run(argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "identify_peer: %s\n", error.what());
        return 2;
    }
}
