import {
  IconBuildingHospital,
  IconChalkboard,
  IconChevronRight,
  IconSchool,
  IconClipboardList,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type SignUpRole, signUpRoles } from '#core/roles.ts'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Link } from '#ui/Link.tsx'
import { SignUpClosed } from './SignUpClosed.tsx'
import { useSiteSettings } from './use-site-settings.ts'
import classes from './SignUpScreen.module.css'

type Choice = { role: SignUpRole; href: string; icon: Icon; title: string; text: string }

const choices: readonly Choice[] = [
  {
    role: 'student',
    href: '/signup/student',
    icon: IconSchool,
    title: 'I am a student',
    text: 'See your shifts, hours and requirements. You need your school’s join code, and your school approves you.',
  },
  {
    role: 'proctor',
    href: '/signup/proctor',
    icon: IconChalkboard,
    title: 'I am a proctor',
    text: 'Lead your clinical group. Your school approves your account.',
  },
  {
    role: 'school_admin',
    href: '/signup/school',
    icon: IconClipboardList,
    title: 'I run a school’s placements',
    text: 'Plan semesters, invite students and proctors, track requirements. We or your school approve you.',
  },
  {
    role: 'facility_admin',
    href: '/signup/facility',
    icon: IconBuildingHospital,
    title: 'I work at a facility',
    text: 'Offer shifts and units, host students, be their preceptor. We or your facility approve you.',
  },
]

/** The choice of role (Spec §2, §5), with what each means. */
export function SignUpScreen(): ReactNode {
  const open = useSiteSettings()?.sign_up_roles ?? signUpRoles
  return (
    <AuthLayout
      title="Create your account"
      description="What’s your role? If you were invited by email, use the link in the invitation instead."
      footer={<HaveAccount />}
    >
      <ul className={classes.choices}>
        {choices
          .filter(({ role }) => open.includes(role))
          .map(({ href, icon: Mark, title, text }) => (
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
      {open.length < signUpRoles.length && (
        <SignUpClosed which={open.length === 0 ? '' : ' for other roles'} />
      )}
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
