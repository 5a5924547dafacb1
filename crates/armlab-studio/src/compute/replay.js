// Replays a motion of a robot drawn by lines. Drag turns the view, the wheel zooms.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("replay-data").textContent);
  const canvas = document.getElementById("replay-canvas");
  const [play, slider, clock] = ["play", "time", "clock"].map((name) => document.getElementById(`replay-${name}`));
  const context = canvas.getContext("2d");
  const low = [0, 0, 0], high = [0, 0, 0];
  for (const frame of data.points)
    frame.forEach((value, k) => {
      low[k % 3] = Math.min(low[k % 3], value);
      high[k % 3] = Math.max(high[k % 3], value);
    });
  const middle = low.map((value, k) => (value + high[k]) / 2);
  const size = Math.max(...high.map((value, k) => value - low[k]), 1e-6);
  let turn = -0.7, tilt = 0.45, zoom = 1, index = 0, playing = false, began = 0;

  function place(x, y, z) {
    const a = x - middle[0], b = y - middle[1], c = z - middle[2];
    const u = a * Math.cos(turn) - b * Math.sin(turn);
    const v = a * Math.sin(turn) + b * Math.cos(turn);
    const depth = v * Math.cos(tilt) - c * Math.sin(tilt);
    const height = v * Math.sin(tilt) + c * Math.cos(tilt);
    const scale = ((Math.min(canvas.width, canvas.height) * 0.62 * zoom) / size) * (1 / (1 + (0.25 * depth) / size));
    return [canvas.width / 2 + u * scale, canvas.height / 2 - height * scale];
  }

  function line(points, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width * devicePixelRatio;
    context.beginPath();
    points.forEach((point, k) => (k === 0 ? context.moveTo(...place(...point)) : context.lineTo(...place(...point))));
    context.stroke();
  }

  function draw() {
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.max(1, box.width * devicePixelRatio);
    canvas.height = Math.max(1, box.height * devicePixelRatio);
    const style = getComputedStyle(document.body);
    const ink = style.color;
    context.lineCap = context.lineJoin = "round";
    const step = size / 4;
    for (let k = -3; k <= 3; k++) {
      line([[k * step, -3 * step, 0], [k * step, 3 * step, 0]], "#8884", 1);
      line([[-3 * step, k * step, 0], [3 * step, k * step, 0]], "#8884", 1);
    }
    const frame = data.points[index];
    const at = (k) => frame.slice(3 * k, 3 * k + 3);
    const last = frame.length / 3 - 1;
    line(data.points.map((row) => row.slice(3 * last)), "#3d93c7", 1.2);
    for (const [from, to] of data.lines) line([at(from), at(to)], ink, 5);
    context.fillStyle = "#d55e00";
    for (let k = 0; k <= last; k++) {
      context.beginPath();
      context.arc(...place(...at(k)), (k === last ? 5 : 4) * devicePixelRatio, 0, 7);
      context.fill();
    }
    clock.textContent = `${data.t[index].toFixed(2)} s`;
    slider.value = String(index);
  }

  function tick(now) {
    if (!playing) return;
    const [first, last] = [data.t[0], data.t[data.t.length - 1]];
    const time = first + (((now - began) / 1000) % Math.max(last - first, 1e-9));
    let next = data.t.findIndex((t) => t > time);
    index = next < 0 ? data.t.length - 1 : Math.max(0, next - 1);
    draw();
    requestAnimationFrame(tick);
  }

  play.addEventListener("click", () => {
    playing = !playing;
    play.textContent = playing ? "Pause" : "Play";
    play.setAttribute("aria-pressed", String(playing));
    began = performance.now() - 1000 * (data.t[index] - data.t[0]);
    if (playing) requestAnimationFrame(tick);
  });
  slider.max = String(data.t.length - 1);
  slider.addEventListener("input", () => {
    index = Number(slider.value);
    began = performance.now() - 1000 * (data.t[index] - data.t[0]);
    draw();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons === 0) return;
    turn += event.movementX * 0.01;
    tilt = Math.max(-1.5, Math.min(1.5, tilt + event.movementY * 0.01));
    draw();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom = Math.max(0.2, Math.min(10, zoom * Math.exp(-event.deltaY * 0.001)));
    draw();
  });
  addEventListener("resize", draw);
  draw();
})();
