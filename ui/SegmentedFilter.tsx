import { useEffect, useRef } from 'react'
import { formatNumber } from '#core/number-text.ts'
import classes from './SegmentedFilter.module.css'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: string
  /** How many there are. */
  count?: number | undefined
}

interface SegmentedFilterProps<Value extends string> {
  label: string
  value: Value
  options: readonly SegmentedOption<Value>[]
  onChange: (value: Value) => void
}

/** One choice of a few, with counts: "All 40, Pending 12, Approved 28". */
export function SegmentedFilter<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedFilterProps<Value>) {
  const row = useRef<HTMLDivElement>(null)
  // Counts load later and make the options before it wider.
  const shown = `${value} ${options.map(({ label: words, count }) => `${words} ${count}`).join()}`
  useEffect(() => {
    if (shown) showChosen(row.current)
  }, [shown])
  return (
    <fieldset className={classes.group} data-no-print>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.options} ref={row}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={classes.option}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
            {option.count !== undefined && (
              <span className={classes.count}>{formatNumber(option.count)}</span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** Scrolls only the row, until the chosen option is visible. */
function showChosen(row: HTMLElement | null): void {
  const option = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
  if (!row || !option || row.scrollWidth <= row.clientWidth) return
  row.scrollTo({ left: option.offsetLeft - (row.clientWidth - option.offsetWidth) / 2 })
}
