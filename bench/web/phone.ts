// A cheap phone on a slow line, as Lighthouse's mobile run supposes it: a quarter of this machine's speed, slow 4G.
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium, headlessShell } from '../../scripts/chromium.ts'
import { findProgram } from '../../scripts/system-package.ts'

const SLOWER = 4
/** Lighthouse's slow 4G: a round trip of 150 ms, at 1.6 Mbit/s. The first connection's three more (name, connection, encryption) are the site's to wait. */
export const ROUND_TRIP_MS = 150
/** Name, connection and encryption, before the page itself is asked for. */
export const FIRST_CONNECTION_MS = 3 * ROUND_TRIP_MS
const SLOW_4G = {
  offline: false,
  latency: ROUND_TRIP_MS,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
}

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Without a window where it can be had: the whole browser draws its own, with a wheel that turns while a page loads, on the processors that a phone has for the page. */
export function chromiumPath(): string {
  const path = process.env.KAPAO_CHROMIUM || findProgram([headlessShell]) || findChromium()
  if (!path) throw new Error('no Chromium: install it, or name it in KAPAO_CHROMIUM')
  return path
}

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs, ...more] })
}

export function newPhone(
  browser: Browser,
  serviceWorkers: 'allow' | 'block' = 'block',
  /** Before addresses that name no host. */
  baseURL?: string,
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Asia/Bangkok',
    serviceWorkers,
    ...(baseURL && { baseURL }),
  })
}

/** From now on. */
export async function slowDown(page: Page, line: 'slow 4G' | 'free' = 'free'): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (line === 'slow 4G') {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
  }
  return session
}

export function median(figures: readonly number[]): number {
  return [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}
