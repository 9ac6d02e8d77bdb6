// The list of steps: what `npm test` and `npm run check` run, in order, cheapest first.
import { programs, playwright, vitest } from './programs.ts'

export interface Step {
  name: string
  title: string
  /** How the line of counts calls it; none when it counts nothing. */
  label?: string
  /** Which command runs it; none named means both. */
  partOf?: 'check' | 'test'
  /** What must be there before it runs, besides the npm packages. */
  needs?: Need[]
  run(): Promise<Outcome>
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
  { name: 'format', title: 'Format', run: () => programs(['oxfmt', '--check']) },
  { name: 'lint', title: 'Lint', run: () => programs(['oxlint', '--deny-warnings']) },
  {
    name: 'types',
    title: 'Types',
    run: () => programs(...['.', 'apps/web', 'tests/browser'].map((folder) => ['tsc', '-p', folder])),
  },
  {
    name: 'generated',
    title: 'Generated files are current',
    run: () => programs(['node', 'scripts/generate.ts', '--check']),
  },
  {
    // Slices start the whole application: too long before each commit.
    name: 'units',
    title: 'Units',
    label: 'units',
    partOf: 'check',
    run: () => vitest('units'),
  },
  {
    name: 'sqlite',
    title: 'Units, and slices on SQLite',
    label: 'unit and slices on SQLite',
    partOf: 'test',
    needs: ['slapd', 'nginx-light', 'openssh-client', 'strace', 'web'],
    run: () => vitest('sqlite'),
  },
  {
    name: 'postgres',
    title: 'Slices on PostgreSQL',
    label: 'PostgreSQL',
    partOf: 'test',
    needs: ['postgresql', 'slapd', 'nginx-light', 'openssh-client', 'web'],
    run: () => vitest('postgres'),
  },
  {
    name: 'clients',
    title: 'Real client programs',
    label: 'clients',
    partOf: 'test',
    needs: ['clients', 'python3-pip', 'maven', 'default-jdk-headless'],
    run: () => vitest('clients'),
  },
  {
    name: 'browser',
    title: 'Browser',
    label: 'browser',
    partOf: 'test',
    needs: ['web', 'chromium-headless-shell', 'openssh-client', 'slapd'],
    run: playwright,
  },
  {
    name: 'crash',
    title: 'J01: crash test, short run',
    label: 'crash',
    partOf: 'test',
    run: async () => {
      const outcome = await programs(['node', 'tests/crash/main.ts', '--kills', '20'])
      return { ...outcome, note: '20 kills' }
    },
  },
]
