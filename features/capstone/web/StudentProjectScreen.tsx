import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProjectScreen } from './ProjectScreen.tsx'

const back = { label: 'Capstone', href: '/student/capstone' }

/** One capstone project of the student (Spec §1). */
export function StudentProjectScreen(): ReactNode {
  const { projectId = '' } = useParams({ from: '/_app/student/capstone/$projectId' })
  return <ProjectScreen key={projectId} id={projectId} back={back} />
}
