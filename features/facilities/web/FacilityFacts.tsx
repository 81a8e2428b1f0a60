import type { ReactNode } from 'react'
import { zoneName } from '#core/zone-name.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Facility } from '../contract.ts'
import { type Field, groupsOf } from './field-groups.ts'
import { valuesOf } from './form-values.ts'
import { listsOf, valueLabel } from './value-labels.ts'

/** The fields of a facility that have a value, in the groups of its form. */
export function FacilityFacts({ facility }: { facility: Facility }): ReactNode {
  const values = valuesOf(facility)
  const lists = listsOf(facility.kind, values).filter(({ items }) => items.length > 0)
  return (
    <>
      {groupsOf[facility.kind].map(({ title, fields }) => {
        const facts = fields
          .filter(({ key }) => key !== 'name')
          .map((field) => ({
            label: field.label,
            value: withUnit(field, valueLabel(field, values[field.key])),
          }))
          .filter(({ value }) => value !== '')
        return (
          facts.length > 0 && (
            <PageSection key={title} title={title}>
              <KeyValue items={facts} />
            </PageSection>
          )
        )
      })}
      {facility.kind === 'unit' && (
        <PageSection title="When students can come">
          <KeyValue
            items={[
              { label: 'Time zone', value: zoneName(facility.time_zone) },
              ...(lists.length > 0 ? lists : [{ label: 'Shifts', items: [] as string[] }]).map(
                ({ label, items }) => ({
                  label,
                  value: items.length > 0 ? <Lines items={items} /> : null,
                }),
              ),
            ]}
          />
        </PageSection>
      )}
      {facility.kind === 'site' && lists.length > 0 && (
        <PageSection title="Closed to students">
          <Lines items={lists.flatMap(({ items }) => items)} />
        </PageSection>
      )}
    </>
  )
}

const withUnit = ({ unit }: Field, label: string) => (label && unit ? `${label} ${unit}` : label)

function Lines({ items }: { items: readonly string[] }): ReactNode {
  return (
    <ul style={{ margin: 0, paddingLeft: 18 }}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
