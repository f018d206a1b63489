export type Shape = keyof typeof shapes;
/** `tint` chooses a colour, or a number of repeated things. */
export type CataloguePicture = { readonly shape: Shape; readonly tint: number };

const backdrops = [
  ['#f6f1e7', '#e3d8c4'],
  ['#eaf2f4', '#cfdfe4'],
  ['#eef3ea', '#d5e2cb'],
  ['#f4ecef', '#e2d0d7'],
] as const;
const colours = ['#0b6e77', '#c8553d', '#2d4f8b', '#a67c1f', '#4a5a3c', '#7a3b69'] as const;
const colour = (tint: number): string => colours[tint % colours.length]!;

const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  attributes = '',
): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${attributes}/>`;
const disc = (x: number, y: number, radius: number, fill: string, attributes = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${attributes}/>`;
const line = (d: string, stroke: string, width: number, attributes = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${attributes}/>`;
const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
const translate = (x: number, y: number, scale: number, drawing: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;
const shadow = (x: number, width: number): string =>
  `<ellipse cx="${x}" cy="628" rx="${width}" ry="22" fill="#000" opacity=".16"/>`;

/** Solar module from 0, 0 to 300, 470: a frame with cells, and a reflection across it. */
const solarModule = (cell: string, columns: number, rows: number): string => {
  const [across, down] = [272 / columns, 442 / rows];
  const cells = repeat(columns * rows, (index) =>
    rect(
      14 + (index % columns) * across + 1.5,
      14 + Math.floor(index / columns) * down + 1.5,
      across - 3,
      down - 3,
      cell,
      'rx="5"',
    ),
  );
  return `${rect(0, 0, 300, 470, '#cfd6dc', 'rx="6"')}${rect(10, 10, 280, 450, '#0d1b2e')}${cells}<path d="M10 10h120L10 300z" fill="#fff" opacity=".13"/>`;
};
const breakers = (x: number, y: number, count: number): string =>
  repeat(
    count,
    (index) =>
      rect(x + index * 44, y, 38, 96, '#f2f4f5', 'rx="4"') +
      rect(x + 12 + index * 44, y + 30, 14, 36, '#24323a', 'rx="3"'),
  );
const drawPanels = (count: number): string => {
  const columns = Math.ceil(count / Math.ceil(count / 5));
  return repeat(count, (index) => {
    const [x, y] = [(index % columns) * 92, Math.floor(index / columns) * 74];
    return `<path d="M${x + y * 0.3} ${y}h84l-20 66h-84z" fill="#173a63" stroke="#a8c5e8" stroke-width="3"/>`;
  });
};

const shapes = {
  panel: (tint: number) =>
    shadow(480, 200) +
    `<g transform="translate(330 120) skewY(-4)">${solarModule(['#16345a', '#121d2b', '#2450a0'][tint % 3]!, 6, tint % 3 === 2 ? 10 : 12)}</g>`,
  'panel-pair': (tint: number) =>
    shadow(480, 300) +
    `<g transform="translate(200 150) skewY(-4)">${solarModule('#16283d', 6, 12)}</g><g transform="translate(470 120) skewY(4)">${solarModule(['#203c5e', '#16283d'][tint % 2]!, 6, 12)}</g>`,
  inverter: (tint: number) =>
    shadow(480, 190) +
    repeat(11, (index) => rect(290, 190 + index * 34, 380, 12, '#9aa6ad', 'rx="6"')) +
    rect(320, 130, 320, 470, '#f7f8f8', 'rx="26"') +
    rect(320, 130, 320, 92, colour(tint), 'rx="26"') +
    rect(320, 190, 320, 34, colour(tint)) +
    rect(372, 280, 216, 118, '#16242b', 'rx="10"') +
    line('M392 368l40-44 38 26 50-52 46 20', '#7fe0c0', 7) +
    repeat(3, (index) =>
      disc(440 + index * 40, 446, 11, ['#2fae6a', '#e6b325', '#c2c9cd'][index]!),
    ) +
    repeat(4, (index) => rect(366 + index * 62, 590, 40, 36, '#313d44', 'rx="8"')),
  'lithium-battery': (tint: number) =>
    shadow(480, 170) +
    rect(345, 90, 270, 530, '#fbfbfa', 'rx="22"') +
    rect(345, 90, 20, 530, colour(tint), 'rx="10"') +
    repeat(5, (index) =>
      rect(430, 190 + index * 34, 120, 20, index < 4 ? '#2fae6a' : '#d8dde0', 'rx="6"'),
    ) +
    rect(420, 470, 140, 6, '#c8cfd3') +
    rect(420, 492, 140, 6, '#c8cfd3'),
  'tubular-battery': (tint: number) =>
    shadow(480, 240) +
    rect(270, 230, 420, 380, colour(tint), 'rx="12"') +
    repeat(7, (index) => rect(292 + index * 56, 300, 34, 290, '#000', 'opacity=".13" rx="6"')) +
    rect(256, 190, 448, 62, '#22282b', 'rx="10"') +
    repeat(6, (index) => disc(316 + index * 66, 186, 22, '#d9a514')) +
    rect(296, 150, 44, 44, '#8c8f91', 'rx="6"') +
    rect(620, 150, 44, 44, '#8c8f91', 'rx="6"') +
    rect(330, 372, 300, 96, '#fff', 'rx="8" opacity=".9"') +
    line('M366 420h60M396 390v60M540 420h60', colour(tint), 14),
  structure: (tint: number) =>
    shadow(480, 330) +
    repeat(4, (index) =>
      line(
        `M${230 + index * 150} 612V${520 - index * 8}l90-190V612`,
        tint % 2 ? '#8d979d' : '#a9b3b9',
        15,
      ),
    ) +
    line('M190 536L700 508M262 402L792 352', '#75818a', 15) +
    repeat(
      4,
      (index) =>
        `<path d="M${210 + index * 140} ${522 - index * 8}l84-170h112l-84 164z" fill="#1b4271" stroke="#cfe0f1" stroke-width="5"/>`,
    ),
  rail: (tint: number) =>
    shadow(480, 330) +
    repeat(3, (index) =>
      translate(
        150 + index * 24,
        480 - index * 130,
        1,
        `<path d="M0 90L560-70l40 26L40 124z" fill="#d5dbdf"/><path d="M40 124L600-44v38L40 164z" fill="#9ea9b0"/><path d="M0 90l40 34v40L0 128z" fill="#6f7c84"/>${disc(20, 126, 9, '#eef1f3')}`,
      ),
    ) +
    disc(760, 520, tint % 2 ? 46 : 40, '#b8c1c7') +
    disc(760, 520, 18, '#5f6c74'),
  clamps: (tint: number) =>
    shadow(480, 300) +
    `<path d="M250 330l190-70 270 60-190 84z" fill="#d2a46c"/><path d="M250 330l270 74v210l-270-70z" fill="#b9844a"/><path d="M520 404l190-84v200l-190 94z" fill="#a0703a"/>` +
    repeat(6, (index) =>
      translate(
        300 + (index % 3) * 110,
        250 + Math.floor(index / 3) * 46 - (index % 3) * 8,
        1,
        `<path d="M0 40V6h26v20h28V6h26v34z" fill="${tint % 2 ? '#3b464c' : '#c9d1d6'}" stroke="#6f7c84" stroke-width="4"/>${disc(40, 6, 10, '#808d95')}`,
      ),
    ),
  cable: (tint: number) =>
    shadow(480, 260) +
    repeat(
      9,
      (index) =>
        `<ellipse cx="480" cy="${470 - index * 30}" rx="${250 - (index % 2) * 8}" ry="86" fill="none" stroke="${['#1c1f21', '#b3261e', '#2e7d32'][tint % 3]}" stroke-width="27"/>
<ellipse cx="480" cy="${466 - index * 30}" rx="${250 - (index % 2) * 8}" ry="86" fill="none" stroke="#fff" stroke-width="4" opacity=".22"/>`,
    ) +
    line('M720 470c60 60 60 120 10 140', ['#1c1f21', '#b3261e', '#2e7d32'][tint % 3]!, 27),
  connectors: () =>
    shadow(480, 320) +
    repeat(3, (index) =>
      translate(
        170,
        250 + index * 120,
        1,
        rect(0, 20, 150, 26, '#b3261e', 'rx="13"') +
          rect(130, 0, 150, 66, '#20262a', 'rx="16"') +
          rect(270, 14, 66, 38, '#30383d', 'rx="10"') +
          rect(390, 14, 60, 38, '#3c464c', 'rx="10"') +
          rect(440, 0, 140, 66, '#20262a', 'rx="16"') +
          rect(560, 20, 110, 26, '#1c1f21', 'rx="13"'),
      ),
    ),
  'distribution-box': (tint: number) =>
    shadow(480, 260) +
    rect(220, 170, 520, 440, '#e9edef', 'rx="18"') +
    rect(256, 210, 448, 210, '#c9d6dd', 'rx="12" stroke="#8fa1ab" stroke-width="4"') +
    breakers(276, 270, tint % 2 ? 9 : 5) +
    (tint % 2
      ? ''
      : rect(520, 262, 150, 116, '#d9a514', 'rx="8"') +
        line('M600 282l-24 40h36l-24 40', '#7a1f12', 9)) +
    `<path d="M480 460l66 108H414z" fill="#f5c518" stroke="#20262a" stroke-width="8"/>${line('M484 492l-16 32h24l-14 28', '#20262a', 8)}` +
    repeat(5, (index) => rect(280 + index * 84, 600, 50, 30, '#3c464c', 'rx="8"')),
  arrester: () =>
    rect(0, 0, 960, 720, '#31465a') +
    line('M690 40l-70 120h60l-80 130', '#ffe08a', 9) +
    line('M480 660V150', '#c8a04a', 16) +
    line('M480 170V60M480 190l-70-80M480 190l70-80M480 210l-110-40M480 210l110-40', '#e2bd68', 10) +
    rect(420, 600, 120, 70, '#59666e', 'rx="8"') +
    line('M480 470c80 0 30 150 150 180', '#2e7d32', 9),
  'earthing-kit': () =>
    shadow(480, 320) +
    repeat(
      3,
      (index) =>
        rect(250 + index * 60, 140, 24, 470, '#b87333', 'rx="10"') +
        rect(250 + index * 60, 140, 24, 40, '#8f5622', 'rx="10"'),
    ) +
    `<path d="M480 330h250l24 280H456z" fill="#f2ede2" stroke="#cbbf9f" stroke-width="5"/>` +
    rect(520, 420, 170, 90, '#4a5a3c', 'rx="8"') +
    line('M560 440h90M575 464h60M590 488h30', '#fff', 9),
  'street-light': () =>
    rect(0, 0, 960, 720, '#15243a') +
    repeat(28, (index) =>
      disc((index * 197) % 960, (index * 89) % 380, 2.4, '#fff', 'opacity=".7"'),
    ) +
    `<path d="M560 250L300 690h520z" fill="#ffe9a8" opacity=".28"/>` +
    line('M330 690V140h220', '#aab4bb', 16) +
    rect(470, 150, 180, 60, '#eef1f3', 'rx="12"') +
    rect(490, 204, 140, 18, '#fff3c4', 'rx="8"') +
    `<path d="M210 150l60-100h180l-60 100z" fill="#173a63" stroke="#a8c5e8" stroke-width="5"/>`,
  pump: () =>
    rect(0, 470, 960, 250, '#8a9a5b') +
    repeat(7, (index) =>
      line(`M0 ${500 + index * 34}Q480 ${470 + index * 34} 960 ${504 + index * 34}`, '#6d7d45', 6),
    ) +
    translate(120, 200, 1.15, drawPanels(5)) +
    line('M330 300v200', '#75818a', 14) +
    rect(620, 330, 90, 270, '#c3ccd2', 'rx="40"') +
    rect(606, 400, 118, 44, '#0b6e77', 'rx="10"') +
    line('M665 330v-60h170', '#5f6c74', 30) +
    line('M850 270q60 30 50 210', '#6db4e8', 22),
  logger: (tint: number) =>
    shadow(480, 120) +
    rect(410, 250, 140, 350, '#24323a', 'rx="22"') +
    rect(450, 110, 16, 150, '#111a1f', 'rx="8"') +
    disc(480, 360, 20, '#2fae6a') +
    disc(480, 430, 20, '#e6b325') +
    repeat(3, (index) =>
      line(
        `M${620 + index * 44} ${300 - index * 34}q${40 + index * 12} ${64 + index * 34} 0 ${128 + index * 68}`,
        colour(tint),
        14,
      ),
    ),
  cleaning: () =>
    rect(0, 0, 960, 720, '#d9ecf5') +
    translate(60, 330, 1.9, drawPanels(10)) +
    line('M840 60L560 400', '#c8553d', 22) +
    rect(450, 390, 210, 50, '#2d4f8b', 'rx="14" transform="rotate(-12 555 415)"') +
    repeat(16, (index) =>
      disc(
        380 + index * 22,
        470 + ((index * 37) % 70),
        6 + (index % 4) * 3,
        '#fff',
        'opacity=".8"',
      ),
    ),
  /** House with panels on its roof. */
  roof: (tint: number) =>
    rect(0, 0, 960, 720, '#bfe0f2') +
    disc(800, 120, 62, '#ffd66b') +
    rect(0, 600, 960, 120, '#9db27a') +
    rect(150, 380, 660, 240, '#f3e6d3') +
    `<path d="M90 390L230 130h600l60 260z" fill="#a65b42"/>` +
    translate(250, 160, 1.08, drawPanels(Math.min(tint, 15))) +
    repeat(3, (index) =>
      rect(210 + index * 150, 440, 90, 90, '#567081', 'rx="6" stroke="#fff" stroke-width="8"'),
    ) +
    rect(680, 440, 90, 180, '#6b4a34', 'rx="4"'),
  /** House of `roof` with a battery. */
  backup: (tint: number) =>
    shapes.roof(tint) +
    translate(
      480,
      330,
      0.5,
      rect(320, 100, 330, 520, '#fff', 'rx="30"') + rect(370, 180, 230, 120, '#16242b', 'rx="14"'),
    ),
  diyas: () =>
    rect(0, 0, 960, 720, '#3b1245') +
    repeat(40, (index) =>
      disc((index * 211) % 960, (index * 113) % 500, 3 + (index % 3), '#ffd66b', 'opacity=".8"'),
    ) +
    translate(250, 120, 1, drawPanels(5)) +
    repeat(4, (index) =>
      translate(
        90 + index * 210,
        470,
        1,
        `<path d="M0 60q75 110 150 0z" fill="#c8553d"/><path d="M75-60q44 66 0 110q-44-44 0-110z" fill="#ffd66b"/><path d="M75-16q20 34 0 60q-20-26 0-60z" fill="#fff6d8"/>`,
      ),
    ),
  percent: (tint: number) =>
    rect(0, 0, 960, 720, colour(tint)) +
    disc(480, 360, 290, '#fff', 'opacity=".14"') +
    disc(480, 360, 230, '#fff') +
    disc(400, 280, 56, 'none', `stroke="${colour(tint)}" stroke-width="30"`) +
    disc(560, 440, 56, 'none', `stroke="${colour(tint)}" stroke-width="30"`) +
    line('M590 250L370 470', colour(tint), 30) +
    translate(300, 610, 0.75, drawPanels(5)),
  neighbours: () =>
    rect(0, 0, 960, 720, '#f4d9a8') +
    repeat(3, (index) =>
      translate(
        60 + index * 295,
        250,
        1,
        rect(20, 150, 210, 220, ['#fff', '#f3e6d3', '#e7eef1'][index]!) +
          `<path d="M0 160L60 20h150l40 140z" fill="#8f4d38"/>${translate(58, 50, 0.3, drawPanels(5 * (index + 1)))}${rect(96, 270, 60, 100, '#6b4a34')}`,
      ),
    ) +
    rect(0, 618, 960, 102, '#9db27a'),
};

/** Draws a picture as SVG. Equal input gives equal output. */
export function drawItem({ shape, tint }: CataloguePicture): string {
  const [above, below] = backdrops[tint % backdrops.length]!;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720" width="800" height="600">
<defs><linearGradient id="back" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>
${rect(0, 0, 960, 720, 'url(#back)')}${shapes[shape](tint)}</svg>`;
}
