import { create } from 'qrcode'

/** A QR code as one SVG path in units of its modules, and its width in modules. */
export function qrCodePath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const dark: string[] = []
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (modules.get(row, column)) dark.push(`M${column},${row}h1v1h-1z`)
  return { size, path: dark.join('') }
}
