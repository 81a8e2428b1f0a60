import type { ReactNode } from 'react'

interface TargetBarProps {
  done: number
  /** Done and planned together. */
  projected: number
  /** Null means there is no bar. */
  target: number | null
  /** The same as text, which is all that assistive technology reads. */
  children: string
}

/** How much of a target is done, as text, and below it a bar that continues with what is planned. */
export function TargetBar({ done, projected, target, children }: TargetBarProps): ReactNode {
  const whole = Math.max(target ?? 0, projected)
  return (
    <div style={{ minWidth: 108, fontVariantNumeric: 'tabular-nums' }}>
      {children}
      {target !== null && whole > 0 && (
        <div
          aria-hidden
          style={{
            display: 'flex',
            height: 5,
            marginTop: 2,
            overflow: 'hidden',
            borderRadius: 3,
            background: 'var(--pw-line)',
          }}
        >
          <i style={{ width: `${(done / whole) * 100}%`, background: 'var(--pw-evergreen-solid)' }} />
          <i
            style={{
              width: `${((projected - done) / whole) * 100}%`,
              background: 'var(--pw-evergreen-edge)',
            }}
          />
        </div>
      )}
    </div>
  )
}
