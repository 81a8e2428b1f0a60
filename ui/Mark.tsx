interface MarkProps {
  /** Pixels; 28 by default. */
  size?: number
  /** Read aloud; without it the mark is decoration. */
  label?: string
}

/** Placewell's mark: a map marker with a check mark inside. Its background is `currentColor`. */
export function Mark({ size = 28, label }: MarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path
        d="M16 2a13 13 0 0 1 13 13c0 7.2-5.8 13-13 13H5a2 2 0 0 1-2-2V15A13 13 0 0 1 16 2Z"
        fill="currentColor"
      />
      <path
        d="m10.2 15.4 4.4 4.4 7.6-8.2"
        fill="none"
        stroke="var(--pw-mark-check, #fff)"
        strokeWidth="3.1"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="27" cy="27" r="3.4" fill="var(--pw-mark-dot, #d77751)" />
    </svg>
  )
}
