import type { ChartPage } from './Chart.js';
import { chartHeight, chartWidth, drawChart, seriesClasses } from './drawChart.js';

const columns = 2;
const headHeight = 34;
/** Colours that differ in brightness as well, for people who see few colours. */
const lightColours = ['#1f5fbf', '#c4540a', '#0b7a55', '#8a3ab0', '#7a6a00', '#a3143f'];
const darkColours = ['#7fb2ff', '#ffa45c', '#4fd6a4', '#d59bf2', '#e3d25a', '#ff8aa8'];

const coloursOf = (colours: readonly string[]): string =>
  seriesClasses.map((name, at) => `.${name}{--colour:${colours[at]}}`).join('');

const style = `text{font-family:system-ui,sans-serif;fill:#24292f}
.page{font-size:16px;font-weight:600}.title{font-size:14px;font-weight:600}.small{font-size:11px}
.background{fill:#ffffff}.grid{stroke:#d0d7de;stroke-width:1}
.fill{fill:var(--colour)}.line{fill:none;stroke:var(--colour);stroke-width:2}.spread{fill:none;stroke:var(--colour);stroke-width:1.5;opacity:.7}
${coloursOf(lightColours)}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.background{fill:#0d1117}.grid{stroke:#30363d}${coloursOf(darkColours)}}`;

/** Draws all charts of a page as one SVG document. */
export const drawPage = ({ title, unit, points, charts }: ChartPage): string => {
  const [width, height] = [columns * chartWidth, headHeight + Math.ceil(charts.length / columns) * chartHeight];
  const places = charts.map((chart, at) => {
    const [x, y] = [(at % columns) * chartWidth, headHeight + Math.floor(at / columns) * chartHeight];
    return `<g transform="translate(${x} ${y})">\n${drawChart(chart, points, unit)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<style>${style}</style>
<rect class="background" width="${width}" height="${height}" rx="6"/>
<text class="page" x="12" y="24">${title}</text>
${places.join('\n')}
</svg>
`;
};
