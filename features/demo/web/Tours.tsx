import { type ReactNode, useSyncExternalStore } from 'react'
import type { DemoKey } from '../contract.ts'
import { ticks, tours } from './tours.ts'
import classes from './DemoScreen.module.css'

interface ToursProps {
  /** The people a visitor can sign in as. */
  people: readonly { key: DemoKey; full_name: string }[]
  /** Signs in as this person and opens the page. */
  enter: (key: DemoKey, to: string) => void
}

/** A numbered tour of the product for each person, with a checkmark for each done step, stored on this device. */
export function Tours({ people, enter }: ToursProps): ReactNode {
  const done = new Set(useSyncExternalStore(ticks.subscribe, ticks.read, () => '').split(' '))
  const shown = tours.flatMap((tour) => {
    const name = people.find(({ key }) => key === tour.key)?.full_name
    return name ? [{ ...tour, name }] : []
  })
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="tours">
      <h2 id="tours" className={classes.heading}>
        Or follow a tour
      </h2>
      <p className={classes.about}>
        Each step signs you in and opens the page. Come back here with your browser’s Back button. Check marks
        stay on this device.
      </p>
      {shown.map(({ key, title, name, steps }, at) => (
        <details key={key} className={classes.tour} open={at === 0}>
          <summary>
            <b>{title}</b> <span>{name}</span>
            <span className={classes.count}>
              {steps.filter(({ id }) => done.has(id)).length} of {steps.length} done
            </span>
          </summary>
          <ol>
            {steps.map((step) => (
              <li key={step.id}>
                <div className={classes.step}>
                  <a
                    href={step.to}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return
                      event.preventDefault()
                      ticks.set(step.id, true)
                      enter(key, step.to)
                    }}
                  >
                    {step.title}
                  </a>
                  <label>
                    <input
                      type="checkbox"
                      checked={done.has(step.id)}
                      aria-label={`Done: ${step.title}`}
                      onChange={(event) => ticks.set(step.id, event.currentTarget.checked)}
                    />
                    Done
                  </label>
                  <p>{step.look}</p>
                </div>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}
