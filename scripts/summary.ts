import { join } from 'node:path'
import type { Logs } from './logs.ts'
import type { Settings } from './settings.ts'

const demoMember = { th: '0690000001', la: '02010000001' }
const demoPassword = 'kapao-demo-1'
const demoAgent = 'demo, password kapao-desk-1'

/** Who can come in at once; in production nobody is there to begin with. */
function accounts({ production, region }: Settings): [string, string][] {
  if (production)
    return [['First agent', 'npm run staff -- add <name> --role admin --display "<name>" makes one']]
  return [
    ['Demo member', `${demoMember[region]}, password ${demoPassword}`],
    ['Demo agent', demoAgent],
  ]
}

/** What a person needs to know once everything answers. */
export function summary(settings: Settings, logs: Logs, hasSandbox: boolean): string {
  const { port, sandboxPort, dev } = settings
  const lines: [string, string][] = [
    ['Wallet', `http://localhost:${dev?.walletPort ?? port}`],
    ...(dev === null
      ? []
      : [['Gallery', `http://localhost:${dev.walletPort}/gallery/`] satisfies [string, string]]),
    ['Support desk', `http://localhost:${dev?.deskPort ?? port}/desk/`],
    ...(hasSandbox
      ? [['Sandbox console', `http://localhost:${sandboxPort}`] satisfies [string, string]]
      : []),
    ['API reference', `http://localhost:${port}/docs`],
    ...accounts(settings),
    ['Logs', join(logs.path('x'), '..')],
  ]
  const text = lines.map(([name, value]) => `  ${name.padEnd(16)} ${value}`).join('\n')
  return `\nKapao is running.\n\n${text}\n\nCtrl-C stops everything.`
}
