import {
  IconBuildingHospital,
  IconChalkboard,
  IconChevronRight,
  IconSchool,
  IconClipboardList,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Link } from '#ui/Link.tsx'
import classes from './SignUpScreen.module.css'

type Choice = { href: string; icon: Icon; title: string; text: string }

const choices: readonly Choice[] = [
  {
    href: '/signup/student',
    icon: IconSchool,
    title: 'I am a student',
    text: 'See your shifts, hours and requirements. You need the join code of your school, which approves you.',
  },
  {
    href: '/signup/proctor',
    icon: IconChalkboard,
    title: 'I am a proctor',
    text: 'Lead your clinical group. Your school approves your account.',
  },
  {
    href: '/signup/school',
    icon: IconClipboardList,
    title: 'I run a school’s placements',
    text: 'Plan semesters, invite students and proctors, follow requirements. We or your school approve you.',
  },
  {
    href: '/signup/facility',
    icon: IconBuildingHospital,
    title: 'I work at a facility',
    text: 'Offer shifts and units, host students, be their preceptor. We or your facility approve you.',
  },
]

/** Which of the four one is (Spec §2, §5), and what each means. */
export function SignUpScreen(): ReactNode {
  return (
    <AuthLayout
      title="Create your account"
      description="What’s your role? If you were invited by email, use the link in the invitation instead."
      footer={<HaveAccount />}
    >
      <ul className={classes.choices}>
        {choices.map(({ href, icon: Mark, title, text }) => (
          <li key={href}>
            <Link href={href} className={classes.choice}>
              <Mark size={26} stroke={1.6} aria-hidden />
              <span>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </AuthLayout>
  )
}

function HaveAccount() {
  return (
    <>
      Already have an account? <Link href="/login">Sign in</Link>
    </>
  )
}
