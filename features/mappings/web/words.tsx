import { specialtyName } from '#core/specialties.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { Mapping, MappingRunStatus, MappingStatus, RequirementKey } from '../contract.ts'
import { originLabels, runLabels, runLooks, statusLabels, statusLooks } from '../messages.ts'
import { confidenceWords, whereName } from '../rules.ts'

/** The name of a requirement: "NURS 341: Maternal-newborn". */
export const requirementName = ({
  course_code: course,
  specialty,
}: Pick<RequirementKey, 'course_code' | 'specialty'>): string =>
  course ? `${course}: ${specialtyName(specialty)}` : specialtyName(specialty)

export const hoursText = (hours: number | null): string => (hours === null ? '—' : `${formatNumber(hours)} h`)

export const MappingBadge = ({ status }: { status: MappingStatus }): ReactNode => (
  <StateBadge state={statusLooks[status]} label={statusLabels[status]} />
)
export const RunBadge = ({ status }: { status: MappingRunStatus }): ReactNode => (
  <StateBadge state={runLooks[status]} label={runLabels[status]} />
)

/** Where the hours are done, with the site and organization below. */
export function Where({ mapping }: { mapping: Mapping }): ReactNode {
  return <TwoLines first={whereName(mapping)} second={mapping.facility_detail} />
}

/** How a mapping was proposed: by hand, or by matching words. */
export const foundWords = ({ origin, confidence, words }: Mapping): string =>
  [confidence === null ? originLabels[origin] : confidenceWords(confidence), ...words].join('. ')
