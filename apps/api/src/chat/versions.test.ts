import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { protocol } from 'socket.io-client'
import * as v from 'valibot'
import { expect, it } from 'vitest'

const manifest = v.object({ version: v.string() })

/** As an app of ours finds it. */
async function versionOf(app: string, name: string): Promise<string> {
  const require = createRequire(join(import.meta.dirname, '../../..', app, 'package.json'))
  const found = require.resolve(name)
  const inside = `node_modules/${name}/`
  const folder = found.slice(0, found.lastIndexOf(inside) + inside.length)
  return v.parse(manifest, JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version
}

it('the server, the wallet and the desk speak one version of the socket’s protocol', async () => {
  const server = await versionOf('api', 'socket.io')
  expect(await versionOf('wallet', 'socket.io-client')).toBe(server)
  expect(await versionOf('desk', 'socket.io-client')).toBe(server)
  expect(protocol).toBe(5)
})
