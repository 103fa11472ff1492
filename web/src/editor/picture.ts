/** Saves a picture that the server draws as SVG, painted as PNG. */

const SIDE = 1024;

export async function savePng(address: string, name: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The server has no picture for us (${response.status}).`);
  const source = URL.createObjectURL(new Blob([await response.text()], { type: 'image/svg+xml' }));
  try {
    const image = new Image(SIDE, SIDE);
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    canvas.getContext('2d')?.drawImage(image, 0, 0, SIDE, SIDE);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!png) throw new Error('The browser could not paint the picture.');
    save(png, name);
  } finally {
    URL.revokeObjectURL(source);
  }
}

function save(content: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(content), download: name });
  link.click();
  // The download has its own hold on the content once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
