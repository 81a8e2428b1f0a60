import { type ReactNode, useMemo } from 'react'
import { qrCodePath } from './qr-code-path.ts'

/** The QR code of a text, dark on white in dark mode too, because cameras need that. */
export function QrCode({ text, className }: { text: string; className?: string | undefined }): ReactNode {
  const { size, path } = useMemo(() => qrCodePath(text), [text])
  return (
    <svg
      className={className}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label="QR code to scan"
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
