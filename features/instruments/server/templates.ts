import type { InstrumentContent, Item, Scale } from '../contract.ts'

/** An instrument that ships with Placewell: a name, a key that never changes, and the content of its newest version. */
export type Template = { key: string; name: string; version: number; content: InstrumentContent }

const items = (prefix: string, texts: readonly string[], critical: readonly number[] = []): Item[] =>
  texts.map((text, at) => ({
    code: `${prefix}${at + 1}`,
    text,
    critical: critical.includes(at + 1),
    comment_required_if: [],
  }))

const always = { anonymous: false, min_n_to_show: 5 } as const
const clinical = { audience: 'proctor_to_student', timings: ['midterm', 'final'], ...always } as const

const threePoints: Scale = {
  points: [
    {
      code: 'S',
      label: 'Satisfactory',
      value: 2,
      help: 'Safe and accurate, with cues no more often than the course expects.',
    },
    {
      code: 'NI',
      label: 'Needs improvement',
      value: 1,
      help: 'Safe, but needs frequent cues or more time than the course expects.',
    },
    { code: 'U', label: 'Unsatisfactory', value: 0, help: 'Unsafe, or unable to perform even with cues.' },
  ],
  pass_threshold: 2,
  fail_below: 1,
  midterm_allowed: ['S', 'NI', 'U'],
  final_allowed: ['S', 'U'],
  exemplar_at: [],
  na_allowed: true,
  na_forbidden_items: ['Q5.1', 'Q5.2', 'Q1.1', 'Q2.1'],
}

const qsen = [
  [
    'Q1.',
    'Patient-centered care',
    [
      'Respects each patient’s preferences, values and needs',
      'Assesses patients in an organized way and reports changes',
      'Teaches patients and families in words they understand',
    ],
  ],
  [
    'Q2.',
    'Teamwork and collaboration',
    [
      'Communicates with the nurse and the team in time and in full',
      'Asks for help before going beyond own skills',
      'Gives and receives reports in a structured way',
    ],
  ],
  [
    'Q3.',
    'Evidence-based practice',
    ['Explains the reasons for care with current evidence', 'Prepares for the assigned patients'],
  ],
  ['Q4.', 'Quality improvement', ['Notices how work on the unit could go better', 'Acts on feedback']],
  [
    'Q5.',
    'Safety',
    [
      'Gives medications safely, with all checks',
      'Prevents infection, falls and injuries',
      'Recognizes and reports errors and near misses',
    ],
  ],
  [
    'Q6.',
    'Informatics',
    ['Documents accurately, completely and on time', 'Protects patient privacy in records and conversation'],
  ],
] as const

const clinicalQsen: Template = {
  key: 'clinical-s-ni-u',
  name: 'Clinical evaluation, S / NI / U',
  version: 1,
  content: {
    ...clinical,
    timings: [...clinical.timings],
    scale: threePoints,
    sections: qsen.map(([prefix, title, texts]) => ({
      title,
      framework: 'QSEN' as const,
      items: items(prefix, texts, prefix === 'Q5.' ? [1, 2] : prefix === 'Q6.' ? [2] : []),
    })),
  },
}

const levels: Scale = {
  points: [
    {
      code: '0',
      label: 'Not shown',
      value: 0,
      help: 'Unsafe, or not shown although there was the opportunity.',
    },
    { code: '1', label: 'Beginning', value: 1, help: 'Needs continuous direction.' },
    { code: '2', label: 'Developing', value: 2, help: 'Needs frequent cues.' },
    { code: '3', label: 'Meets', value: 3, help: 'Meets what the course expects, with occasional cues.' },
    {
      code: '4',
      label: 'Exceeds',
      value: 4,
      help: 'Beyond what the course expects. Needs a written example.',
    },
  ],
  pass_threshold: 3,
  fail_below: 2,
  midterm_allowed: ['0', '1', '2', '3', '4'],
  final_allowed: ['0', '1', '2', '3', '4'],
  exemplar_at: ['4'],
  na_allowed: true,
  na_forbidden_items: ['D2', 'D5', 'D9'],
}

const domains = [
  'Knowledge for nursing practice',
  'Person-centered care',
  'Population health',
  'Scholarship for the nursing discipline',
  'Quality and safety',
  'Interprofessional partnerships',
  'Systems-based practice',
  'Informatics and healthcare technologies',
  'Professionalism',
  'Personal, professional and leadership development',
]

const aacn: Template = {
  key: 'aacn-domains',
  name: 'AACN Essentials, ten domains',
  version: 1,
  content: {
    ...clinical,
    timings: [...clinical.timings],
    scale: levels,
    sections: [{ title: 'Domains', framework: 'AACN', items: items('D', domains, [5]) }],
  },
}

const phases = [
  ['Noticing', ['Observes with a focus', 'Recognizes deviations from the expected', 'Seeks information']],
  ['Interpreting', ['Prioritizes data', 'Makes sense of data']],
  [
    'Responding',
    [
      'Stays calm and confident',
      'Communicates clearly',
      'Plans interventions and stays flexible',
      'Is skillful',
    ],
  ],
  ['Reflecting', ['Evaluates own performance', 'Commits to improvement']],
] as const

const judgment: Template = {
  key: 'clinical-judgment',
  name: 'Clinical judgment, 11 dimensions',
  version: 1,
  content: {
    ...clinical,
    timings: ['each_shift', 'midterm', 'final'],
    scale: {
      points: [
        { code: '1', label: 'Beginning', value: 1, help: null },
        { code: '2', label: 'Developing', value: 2, help: null },
        { code: '3', label: 'Accomplished', value: 3, help: null },
        { code: '4', label: 'Exemplary', value: 4, help: 'Needs a written example.' },
      ],
      pass_threshold: null,
      fail_below: null,
      midterm_allowed: ['1', '2', '3', '4'],
      final_allowed: ['1', '2', '3', '4'],
      exemplar_at: ['4'],
      na_allowed: false,
      na_forbidden_items: [],
    },
    sections: phases.map(([title, texts], at) => ({
      title,
      framework: 'LCJR' as const,
      items: items(`J${at + 1}.`, texts),
    })),
  },
}

const metScale: Scale = {
  points: [
    { code: 'M', label: 'Met', value: 1, help: null },
    { code: 'NM', label: 'Not met', value: 0, help: 'Say what was missing.' },
  ],
  pass_threshold: 1,
  fail_below: 1,
  midterm_allowed: ['M', 'NM'],
  final_allowed: ['M', 'NM'],
  exemplar_at: [],
  na_allowed: false,
  na_forbidden_items: [],
}

const met: Template = {
  key: 'met-not-met',
  name: 'Met / Not met',
  version: 1,
  content: {
    ...clinical,
    timings: ['each_shift', 'midterm', 'final'],
    scale: metScale,
    sections: [
      {
        title: 'Expectations',
        framework: 'custom',
        items: items(
          'M',
          [
            'Safe care',
            'Accountability and professional conduct',
            'Communication',
            'Knowledge applied to care',
            'Ethical practice',
            'Self-assessment and learning',
          ],
          [1],
        ).map((one) => ({ ...one, comment_required_if: ['NM'] })),
      },
    ],
  },
}

const fivePoints: Scale = {
  points: [
    { code: '5', label: 'Strongly agree', value: 5, help: null },
    { code: '4', label: 'Agree', value: 4, help: null },
    { code: '3', label: 'Neutral', value: 3, help: null },
    { code: '2', label: 'Disagree', value: 2, help: null },
    { code: '1', label: 'Strongly disagree', value: 1, help: null },
  ],
  pass_threshold: null,
  fail_below: null,
  midterm_allowed: ['5', '4', '3', '2', '1'],
  final_allowed: ['5', '4', '3', '2', '1'],
  exemplar_at: [],
  na_allowed: true,
  na_forbidden_items: [],
}

const feedback = {
  timings: ['end_of_rotation' as const],
  anonymous: true,
  min_n_to_show: 5,
  scale: fivePoints,
}

const site: Template = {
  key: 'site-feedback',
  name: 'Feedback on a site',
  version: 1,
  content: {
    ...feedback,
    audience: 'student_to_site',
    sections: [
      {
        title: 'The site',
        framework: 'custom',
        items: items('P', [
          'I was expected and welcome',
          'The staff supported my learning',
          'I practiced what the course is about',
          'I felt safe',
          'I recommend this site to other students',
        ]),
      },
    ],
  },
}

const instructor: Template = {
  key: 'instructor-feedback',
  name: 'Feedback on an instructor',
  version: 1,
  content: {
    ...feedback,
    audience: 'student_to_proctor',
    sections: [
      {
        title: 'Teaching',
        framework: 'custom',
        items: items('T', [
          'Told me what was expected',
          'Was there when I needed help',
          'Gave feedback that I could use',
          'Treated me with respect',
          'I recommend this instructor',
        ]),
      },
    ],
  },
}

const quickCheck: Template = {
  key: 'shift-quick-check',
  name: 'Shift quick check',
  version: 1,
  content: {
    ...clinical,
    timings: ['each_shift'],
    scale: { ...threePoints, na_forbidden_items: ['K1', 'K2'] },
    sections: [
      {
        title: 'Today',
        framework: 'custom',
        items: items(
          'K',
          [
            'Prepared and on time',
            'Safe care',
            'Communication with patients and the team',
            'Clinical reasoning',
            'Professional conduct',
          ],
          [2],
        ),
      },
    ],
  },
}

/** The instruments that ship with Placewell (Domain 2.13); schools can copy and adapt them. */
export const templates: readonly Template[] = [
  clinicalQsen,
  aacn,
  judgment,
  met,
  site,
  instructor,
  quickCheck,
]
