import { statSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { OperatorServer } from './operator/server.ts'
import { TOKEN } from './operator/answers.ts'
const folder='/tmp/lead-a/apps/wallet/dist-th'
const operator = await OperatorServer.start(folder)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
for (const path of ['/login','/user/home']) {
  const context = await browser.newContext({ viewport:{width:360,height:740}, serviceWorkers:'block' })
  if (path.startsWith('/user')) await context.addInitScript((t)=>{localStorage.setItem('token',t);localStorage.setItem('remember-agreement','true')},TOKEN)
  const page = await context.newPage(); const files: string[]=[]
  page.on('response', r=>{ if(r.url().endsWith('.js')) files.push(new URL(r.url()).pathname) })
  await page.goto(operator.url+path,{waitUntil:'networkidle'}); await page.waitForTimeout(1500)
  const rows=files.map(f=>[statSync(folder+f+'.br').size,f] as const).sort((a,b)=>b[0]-a[0])
  console.log(path, rows.reduce((s,r)=>s+r[0],0)); for(const r of rows) console.log('  ',...r)
  await context.close()
}
await browser.close(); await operator.stop()
