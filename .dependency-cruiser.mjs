/**
 * The import law of docs/architecture.md, one entry per rule; scripts/law.ts runs it.
 * Each rule has a known-bad tree in scripts/law-fixtures and a test that it is reported.
 */

const TEST = '\\.test\\.tsx?$'
const SERVER = { path: '(^|/)server/', pathNot: 'node_modules/' }
const SQL_LIBRARY = '(^|node_modules/)(@types/)?(kysely|pg|pg-[a-z]+)(/|$)'
const ROUTER = '(^|node_modules/)@tanstack/(react-router|router-core)(/|$)'
const ZOD = '(^|node_modules/)zod(/|$)'
const PUBLIC_API = '^features/[^/]+/(contract\\.ts|rules\\.ts|web/public\\.tsx?|server/public\\.ts)$'
/** Examples for tests: rows in fake.ts, a database that holds them in server/fake.ts. */
const FAKES = '^features/[^/]+/(server/)?fake\\.ts$'
/** Route files that hold others: the root, and the guard of each group. */
const FRAMES = '^routes.*/(__root|route|_[a-z-]+)\\.tsx$'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no-cycles-between-files',
    comment: 'Two files that need each other are one file, or lack a third that both may import.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'core-imports-only-core',
    comment: 'core/ holds the pure words of the trade, so that both ends and every test may use them.',
    from: { path: '^core/', pathNot: TEST },
    to: { pathNot: '^core/' },
  },
  {
    name: 'rules-stay-pure',
    comment:
      'rules.ts, and what it has in rules/, decides and does nothing else, so that the screen and the server decide alike: only core/, its own contract, and the rules and contracts of others.',
    from: { path: '^features/[^/]+/rules(\\.ts$|/)', pathNot: TEST },
    to: { pathNot: ['^core/', '^features/[^/]+/(rules|contract)\\.ts$', '^features/[^/]+/rules/'] },
  },
  {
    name: 'contract-stays-light',
    comment: 'contract.ts is loaded at both ends: only zod, the contract library, core/ and other contracts.',
    from: { path: '^features/[^/]+/contract\\.ts$' },
    to: {
      pathNot: ['^core/', '^features/[^/]+/contract\\.ts$', ZOD, '(^|node_modules/)@orpc/contract(/|$)'],
    },
  },
  {
    name: 'browser-never-imports-server',
    comment:
      'Browser code that names a server file, be it a type, sooner or later ships it: go through the contract.',
    from: { path: '^(ui|routes|platform/web|features/[^/]+/web)/' },
    to: SERVER,
  },
  {
    name: 'browser-never-reaches-server',
    comment:
      'However many hops from the three entries of the browser, no file of a server folder is in the bundle.',
    from: { path: '^app/(main|auth|site)\\.tsx$' },
    to: { ...SERVER, reachable: true },
  },
  {
    name: 'server-never-imports-browser',
    comment: 'Server code runs without a DOM, a router and React.',
    from: SERVER,
    to: { path: '^(ui|routes|platform/web|features/[^/]+/web)/' },
  },
  {
    name: 'only-sql-files-touch-sql',
    comment:
      'Only server/commands/, server/queries/ and platform/server/ touch the SQL library: a reader knows where statements are.',
    from: {
      path: '^(app|routes|features|ui|platform|core)/',
      pathNot: [TEST, '^platform/server/', '^features/[^/]+/server/(commands|queries)/'],
    },
    to: { path: SQL_LIBRARY },
  },
  {
    name: 'features-through-public-api',
    comment:
      'Another feature is entered through contract.ts, rules.ts, web/public.ts or server/public.ts, so that the rest of it may change unasked.',
    from: { path: '^features/([^/]+)/', pathNot: [TEST, FAKES] },
    to: { path: '^features/', pathNot: ['^features/$1/', PUBLIC_API] },
  },
  {
    name: 'tests-through-public-api',
    comment:
      "Tests and examples may use another feature's examples as well, and still nothing behind its public API.",
    from: { path: `^features/([^/]+)/(.*${TEST}|(server/)?fake\\.ts$)` },
    to: { path: '^features/', pathNot: ['^features/$1/', PUBLIC_API, FAKES] },
  },
  {
    name: 'foundations-know-no-feature',
    comment: 'platform/, ui/ and core/ carry the features and know none of them.',
    from: { path: '^(platform|ui|core)/' },
    to: { path: '^features/' },
  },
  {
    name: 'nothing-imports-app',
    comment: 'app/ wires everything together; what needs something from it receives it as an argument.',
    from: { pathNot: ['^app/', TEST] },
    to: { path: '^app/' },
  },
  {
    name: 'ui-knows-no-router',
    comment: 'ui/ draws what it is given; addresses belong to routes/.',
    from: { path: '^ui/' },
    to: { path: [ROUTER, '^routes/'] },
  },
  {
    name: 'routes-only-name',
    comment: 'A route file names a path, who may open it, its search params and a screen. Nothing else.',
    from: { path: '^routes/', pathNot: [TEST, FRAMES] },
    to: {
      pathNot: [
        ROUTER,
        ZOD,
        '^core/',
        '^platform/web/',
        '^features/[^/]+/contract\\.ts$',
        '^features/[^/]+/web/[A-Za-z]+Screen\\.tsx$',
      ],
    },
  },
  {
    name: 'frames-only-frame',
    comment:
      'A route that holds others names a guard and what is rendered round them or instead of them; no more.',
    from: { path: FRAMES },
    to: {
      path: ['^features/', '^database/'],
      pathNot: [PUBLIC_API, '^features/[^/]+/web/([A-Z][A-Za-z]+\\.tsx|guard\\.ts)$'],
    },
  },
  {
    name: 'seeds-through-public-api',
    comment: "database/ fills tables with the features' own examples, and enters them like anybody else.",
    from: { path: '^database/' },
    to: { path: '^features/', pathNot: [PUBLIC_API, FAKES] },
  },
  {
    name: 'imports-resolve',
    comment: 'An import that leads nowhere is one the other rules cannot judge.',
    from: {},
    to: { couldNotResolve: true },
  },
]

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7 has no JS API: without swc the cruiser reads no module at all and is content.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|png|woff2)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
