import { defineConfig } from '@playwright/test'

const DAY_MS = 86_400_000
// What is tried in turns (scenes.spec.ts) goes on by the day: a commit is judged alike all day long, and any day can be had again.
process.env.KAPAO_E2E_DAY ??= String(Math.floor(Date.now() / DAY_MS))

// The journeys run against the real whole (whole.ts starts one per worker), on a phone's viewport, in the system's Chromium.
export default defineConfig<{ language: 'en' | 'la' }, { region: 'th' | 'la' }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // How long a machine takes proves nothing: these only end what hangs.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    timezoneId: 'Asia/Bangkok',
    screenshot: 'only-on-failure',
    // What a worker answers no test can intercept; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // It is recorded for every test, kept or not, and slows them all.
    trace: process.env.KAPAO_E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.KAPAO_CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'thailand', testIgnore: 'laos.spec.ts' },
    {
      name: 'laos',
      grep: /@both-builds|laos\.spec\.ts/,
      use: { region: 'la', language: 'la', timezoneId: 'Asia/Vientiane' },
    },
  ],
})
