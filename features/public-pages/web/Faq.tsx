import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link } from '#ui/Link.tsx'
import { PlainField } from '#ui/PlainField.tsx'
import type { Audience, Question } from './faq.ts'
import classes from './Faq.module.css'
import { SitePage } from './SitePage.tsx'

const pages = [
  { href: '/faq', label: 'General' },
  { href: '/faq/students', label: 'Students' },
  { href: '/faq/school-admins', label: 'Schools' },
  { href: '/faq/instructors', label: 'Instructors' },
] as const

interface FaqProps {
  title: string
  description: string
  lead: string
  /** The page's own questions come first and are always rendered; other audiences' questions only when they match the search. */
  audiences: readonly [Audience, ...Audience[]]
}

/** A page of questions: each one expands, has its own address, and can be searched. */
export function Faq({ title, description, lead, audiences }: FaqProps): ReactNode {
  const [words, setWords] = useState('')
  const hash = useSyncExternalStore(
    onHashChange,
    () => window.location.hash.slice(1),
    () => '',
  )
  const [own, ...others] = audiences
  const found = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = wanted.length ? audiences : [own]
    return shown
      .map((audience) => ({
        ...audience,
        questions: audience.questions.filter((question) => answers(question, wanted)),
      }))
      .filter(({ questions }) => questions.length > 0)
  }, [words, audiences, own])
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)

  return (
    <SitePage title={title} description={description} lead={lead} width="narrow">
      <nav aria-label="Questions by audience" className={classes.pages}>
        {pages.map(({ href, label }) => (
          <Link key={href} href={href} aria-current={href === own.href ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <search className={classes.search}>
        <PlainField
          label={others.length ? 'Search all questions' : 'Search these questions'}
          type="search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <output className={classes.count}>
          {words.trim() &&
            (count === 0
              ? 'No questions contain these words.'
              : `${count} ${count === 1 ? 'question' : 'questions'}`)}
        </output>
      </search>
      {found.map(({ href, label, questions }) => (
        <section key={href} aria-label={label} className={classes.questions}>
          {href !== own.href && <h2>{label}</h2>}
          {questions.map((question) => (
            <Entry
              key={question.id}
              {...question}
              page={href}
              isNamed={href === own.href && hash === question.id}
            />
          ))}
        </section>
      ))}
      <p className={classes.more}>
        Not answered here? <Link href="/contact">Ask us</Link>, and we reply by email.
      </p>
    </SitePage>
  )
}

function onHashChange(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

interface EntryProps extends Question {
  page: Audience['href']
  /** True when the address names this question. */
  isNamed: boolean
}

function Entry({ id, question, answer, page, isNamed }: EntryProps) {
  const [chosen, choose] = useState<boolean>()
  useEffect(() => {
    if (isNamed) document.getElementById(id)?.scrollIntoView({ block: 'start' })
  }, [isNamed, id])
  return (
    <details
      id={id}
      className={classes.entry}
      open={chosen ?? isNamed}
      onToggle={(event) => choose(event.currentTarget.open)}
    >
      <summary>{question}</summary>
      <div className={classes.answer}>
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <a href={`${page}#${id}`} className={classes.anchor}>
          Link to this answer
        </a>
      </div>
    </details>
  )
}

function answers({ question, answer }: Question, wanted: readonly string[]): boolean {
  const text = [question, ...answer].join(' ').toLowerCase()
  return wanted.every((word) => text.includes(word))
}
