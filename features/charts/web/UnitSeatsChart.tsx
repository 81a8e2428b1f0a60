import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { BarChart } from '#ui/charts/BarChart.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { charts } from './queries.ts'

const SHOWN = 10

/** Seats that each unit of a facility gave for the coming weeks, and those that schools are waiting for. */
export function UnitSeatsChart(): ReactNode {
  const query = useQuery(charts.units.queryOptions())
  const [areAllShown, setAllShown] = useState(false)
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="form" count={3} />}
      failedTitle="The chart couldn’t be loaded"
      empty={{ title: 'No units', description: 'Each unit that takes students appears here.' }}
    >
      {(units) => (
        <>
          <BarChart
            label="Seats by unit"
            heads={['Unit', 'Approved', 'Requested']}
            legend={{ solid: 'Approved', striped: 'Requested' }}
            bars={(areAllShown ? units : units.slice(0, SHOWN)).map((row) => ({
              key: row.id,
              label: row.unit,
              ...(row.site && { note: row.site }),
              parts: [
                { value: row.approved, pattern: 'solid' as const },
                { value: row.waiting, pattern: 'striped' as const },
              ],
              words: row.waiting > 0 ? `${row.approved} + ${row.waiting}` : String(row.approved),
              cells: [row.approved, row.waiting],
            }))}
          />
          {units.length > SHOWN && !areAllShown && (
            <PlainButton variant="default" size="sm" onClick={() => setAllShown(true)}>
              {`Show all ${formatNumber(units.length)} units`}
            </PlainButton>
          )}
        </>
      )}
    </Loaded>
  )
}
