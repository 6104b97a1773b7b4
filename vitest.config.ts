import { defineConfig } from 'vitest/config'

// `rules` needs nothing but the code; `api` gets a PostgreSQL of its own (scripts/test-database.ts); `scripts`
// starts and kills real processes, one file after the other.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'packages/**/*.test.ts',
            'apps/{wallet,desk}/**/*.test.{ts,tsx}',
            'apps/sandbox/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          globalSetup: ['scripts/test-database-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
    // Two cores are the house's smallest machine.
    maxWorkers: 2,
  },
})
