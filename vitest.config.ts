import { configDefaults, defineConfig } from 'vitest/config'

// `rules` needs nothing but the code; `api` gets a PostgreSQL of its own (scripts/test-database.ts); `scripts`
// starts and kills real processes, one file after the other; so does `prove`, the short forms of the proofs.

/** They end what hangs: how long a machine takes proves nothing, so that no test sets a shorter one. */
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 120_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'prove/*/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'apps/api/**'],
          ...limits,
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          globalSetup: ['scripts/test-database-setup.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          fileParallelism: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'prove',
          include: ['prove/*.test.ts'],
          fileParallelism: false,
          // All that a failed proof said: it happens on other machines, and may not happen again.
          chaiConfig: { truncateThreshold: 0 },
        },
      },
    ],
    // Two cores are the house's smallest machine.
    maxWorkers: 2,
  },
})
