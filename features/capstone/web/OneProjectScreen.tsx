import type { ReactNode } from 'react'
import { useParam } from '#platform/web/kit/use-search.ts'
import { ProjectScreen } from './ProjectScreen.tsx'

type Area = '/school/capstone' | '/proctor/capstone'

function OneProject({ area }: { area: Area }): ReactNode {
  const projectId = useParam('projectId')
  return <ProjectScreen key={projectId} id={projectId} back={{ label: 'Capstone', href: area }} />
}
/** One project, for the school. */
export const SchoolProjectScreen = (): ReactNode => <OneProject area="/school/capstone" />
/** One project, for its faculty member. */
export const ProctorProjectScreen = (): ReactNode => <OneProject area="/proctor/capstone" />

/** One capstone project that the facility was asked for: nominate a preceptor, name a substitute. */
export function FacilityProjectScreen(): ReactNode {
  const projectId = useParam('projectId')
  return (
    <ProjectScreen
      key={projectId}
      id={projectId}
      back={{ label: 'Preceptors', href: '/facility/preceptors' }}
    />
  )
}
