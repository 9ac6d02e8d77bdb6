// The list of steps: what `npm test` runs, in order, cheapest first.
import { programs, playwright, vitest } from './programs.ts'

export interface Step {
  name: string
  title: string
  /** How the line of counts calls it; none when it counts nothing. */
  label?: string
  /** Part of `npm run check`. */
  isFast: boolean
  /** What must be there before it runs, besides the npm packages. */
  needs?: Need[]
  /** Likewise, unless it runs for `npm run check`, which leaves the long tests out. */
  needsInFull?: Need[]
  run(isFast: boolean): Promise<Outcome>
}

export type Need =
  | 'web'
  | 'clients'
  | 'chromium-headless-shell'
  | 'postgresql'
  | 'slapd'
  | 'nginx-light'
  | 'strace'
  | 'python3-pip'
  | 'maven'
  | 'default-jdk-headless'
  | 'openssh-client'

export interface Outcome {
  isGreen: boolean
  tests?: number
  skipped?: number
  /** What the line of counts says instead of the number of tests. */
  note?: string
}

export const steps: Step[] = [
  { name: 'format', title: 'Format', isFast: true, run: () => programs(['oxfmt', '--check']) },
  { name: 'lint', title: 'Lint', isFast: true, run: () => programs(['oxlint', '--deny-warnings']) },
  {
    name: 'types',
    title: 'Types',
    isFast: true,
    run: () => programs(...['.', 'apps/web', 'tests/browser'].map((folder) => ['tsc', '-p', folder])),
  },
  {
    name: 'generated',
    title: 'Generated files are current',
    isFast: true,
    run: () => programs(['node', 'scripts/generate.ts', '--check']),
  },
  {
    name: 'sqlite',
    title: 'Units, and slices on SQLite',
    label: 'unit and slices on SQLite',
    isFast: true,
    needsInFull: ['slapd', 'nginx-light', 'openssh-client', 'strace', 'web'],
    // What lies in tests/ starts whole processes or attacks the whole server: too long before each commit.
    run: (isFast) => vitest('sqlite', isFast ? ['apps/', 'packages/', 'scripts/'] : []),
  },
  {
    name: 'postgres',
    title: 'Slices on PostgreSQL',
    label: 'PostgreSQL',
    isFast: false,
    needs: ['postgresql', 'slapd', 'nginx-light', 'openssh-client', 'web'],
    run: () => vitest('postgres'),
  },
  {
    name: 'clients',
    title: 'Real client programs',
    label: 'clients',
    isFast: false,
    needs: ['clients', 'python3-pip', 'maven', 'default-jdk-headless'],
    run: () => vitest('clients'),
  },
  {
    name: 'browser',
    title: 'Browser',
    label: 'browser',
    isFast: false,
    needs: ['web', 'chromium-headless-shell', 'openssh-client', 'slapd'],
    run: playwright,
  },
  {
    name: 'crash',
    title: 'J01: crash test, short run',
    label: 'crash',
    isFast: false,
    run: async () => {
      const outcome = await programs(['node', 'tests/crash/main.ts', '--kills', '20'])
      return { ...outcome, note: '20 kills' }
    },
  },
]
