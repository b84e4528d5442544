'use strict';
(() => {
  const all = (selector, from) => [...(from || document).querySelectorAll(selector)];
  // The time line: a slider, so that arrow keys, Home and End work, moves a line through all charts.
  const slider = document.getElementById('moment');
  if (slider) {
    const rows = all('#readings tbody tr');
    const head = all('#readings thead th').map(cell => cell.textContent);
    const show = () => {
      const cells = all('th,td', rows[Number(slider.value)]).map(cell => cell.textContent);
      const text = cells.map((cell, i) => head[i] + ' ' + cell).join(', ');
      document.getElementById('reading').textContent = text;
      slider.setAttribute('aria-valuetext', text);
      for (const line of all('.chart line')) {
        line.setAttribute('x1', rows[Number(slider.value)].dataset.x);
        line.setAttribute('x2', rows[Number(slider.value)].dataset.x);
      }
    };
    slider.addEventListener('input', show);
    show();
  }
  // The flame graph: arrow keys walk it, Enter or a click widens a frame, Escape shows all again.
  const flame = document.querySelector('.flame');
  if (flame) {
    const frames = all('button', flame).map((button, index) => ({
      button, index, x: Number(button.dataset.x), w: Number(button.dataset.w),
      depth: Number(button.dataset.depth), parent: Number(button.dataset.parent)
    }));
    const within = (frame, of) => frame.x >= of.x - 1e-6 && of.x + of.w + 1e-6 >= frame.x + frame.w;
    const widen = of => {
      for (const frame of frames) {
        const below = frame.depth >= of.depth && within(frame, of);
        const above = of.depth > frame.depth && within(of, frame);
        frame.button.classList.toggle('away', !below && !above);
        frame.button.style.left = (above ? 0 : (frame.x - of.x) / of.w * 100) + '%';
        frame.button.style.width = (above ? 100 : frame.w / of.w * 100) + '%';
      }
    };
    const tell = frame => { document.getElementById('frame').textContent = frame.button.title; };
    const go = frame => {
      if (!frame || frame.button.classList.contains('away')) return;
      for (const other of frames) other.button.tabIndex = other === frame ? 0 : -1;
      frame.button.focus();
    };
    const besides = (frame, step) => {
      const row = frames.filter(other => other.depth === frame.depth && !other.button.classList.contains('away'));
      return row[row.indexOf(frame) + step];
    };
    const moves = {
      ArrowDown: frame => frames.find(other => other.parent === frame.index && !other.button.classList.contains('away')),
      ArrowUp: frame => frames[frame.parent],
      ArrowLeft: frame => besides(frame, -1),
      ArrowRight: frame => besides(frame, 1),
      Home: () => frames[0]
    };
    for (const frame of frames) {
      frame.button.addEventListener('click', () => { widen(frame); tell(frame); });
      frame.button.addEventListener('focus', () => tell(frame));
      frame.button.addEventListener('mouseenter', () => tell(frame));
      frame.button.addEventListener('keydown', event => {
        if (event.key === 'Escape') widen(frames[0]);
        else if (moves[event.key]) go(moves[event.key](frame));
        else return;
        event.preventDefault();
      });
    }
    addEventListener('beforeprint', () => widen(frames[0]));
  }
  addEventListener('beforeprint', () => { for (const part of all('details')) part.open = true; });
})();
