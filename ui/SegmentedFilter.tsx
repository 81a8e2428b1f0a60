import classes from './SegmentedFilter.module.css'
import { formatNumber } from '#core/number-text.ts'

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
  return (
    <fieldset className={classes.group} data-no-print>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.options}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={classes.option}
            ref={option.value === value ? showChosen : undefined}
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

/** Scrolls the row, and nothing else, so far that the chosen option is seen. */
function showChosen(option: HTMLButtonElement | null): void {
  const row = option?.parentElement
  if (!row || row.scrollWidth <= row.clientWidth) return
  row.scrollTo({ left: option.offsetLeft - (row.clientWidth - option.offsetWidth) / 2 })
}
