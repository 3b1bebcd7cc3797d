/** Outlines on a square of 48 by 48. */
const outlines: Readonly<Record<string, string>> = {
  jacket: 'M16 8h16l10 8-4 8-5-3v19H15V21l-5 3-4-8z',
  trousers: 'M14 6h20l3 36h-9l-4-24-4 24h-9z',
  shirt: 'M16 10h16l9 7-4 6-5-2v19H16V21l-5 2-4-6z',
  hat: 'M10 32a14 16 0 0 1 28 0v6H10z',
  socks: 'M18 6h12v20l9 9-7 7-14-13z',
  boot: 'M14 8h12v16l14 6v8H14z',
  pack: 'M14 14a10 8 0 0 1 20 0v28H14z',
  tent: 'M24 8l18 32H28l-4-12-4 12H6z',
  bag: 'M16 6h16a6 6 0 0 1 0 12v20a8 5 0 0 1-16 0z',
  poles: 'M14 6l4 1-2 35h-2zM30 7l4-1 0 36h-2z',
  lamp: 'M16 10h16l6 12H10zM20 24h8v16h-8z',
  bottle: 'M20 6h8v6l4 6v24H16V18l4-6z',
  food: 'M8 18h32v14H8zM12 14h24v2H12z',
};

const side = 480;

/** A small drawing of an article in a colour as a data URI, so that the shop needs no other server. */
export const pictureOf = (outline: string, hex: string, label: string) => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Cpath fill='%23${hex}' d='${outlines[outline] ?? outlines.pack}'/%3E%3C/svg%3E`,
  dimensions: { w: side, h: side },
  label,
});
