import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { GoalState, Project } from '../contract.ts'
import { goalBlocker } from '../rules.ts'
import classes from './Capstone.module.css'
import { domainLabels, goalLabels, goalLooks } from './capstone-words.ts'
import { useMarkGoal } from './mutations.ts'

/** The student's learning goals, each with its AACN domain and progress, which the faculty member marks. */
export function Goals({ project }: { project: Project }): ReactNode {
  const mark = useMarkGoal()
  const { id, version, party, learning_goals: goals } = project
  const mayMark = (party === 'school' || party === 'faculty') && goalBlocker(project, 0) === null
  return (
    <ul className={classes.goals}>
      {goals.map(({ goal, measure, aacn_domain: domain, status }, at) => (
        <li key={goal}>
          {goal}
          <div className={classes.dim}>
            {[domain && `AACN ${domainLabels[domain]}`, measure].filter(Boolean).join(' · ')}
          </div>
          {mayMark ? (
            <NativeSelect
              size="sm"
              w={160}
              aria-label={`How far: ${goal}`}
              value={status}
              disabled={mark.isPending}
              data={Object.entries(goalLabels).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) =>
                mark.mutate({ id, version, at, status: currentTarget.value as GoalState })
              }
            />
          ) : (
            <StateBadge state={goalLooks[status]} label={goalLabels[status]} />
          )}
        </li>
      ))}
    </ul>
  )
}
