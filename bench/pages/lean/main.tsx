// A login that does what ours does with as little as can be, drawn by its scripts: React, its texts beside it, one call by `fetch`.
import '../login.css'
import { type FormEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const texts = {
  title: 'เข้าสู่ระบบ',
  phone: 'เบอร์โทรศัพท์มือถือ',
  password: 'รหัสผ่าน',
  remember: 'จดจำฉันไว้ในระบบ',
  wrong: 'เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง',
  none: 'ยังไม่เป็นสมาชิก?',
  register: 'สมัครสมาชิก',
} as const

function Login() {
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [state, setState] = useState<'typing' | 'busy' | 'wrong'>('typing')
  useEffect(() => void performance.mark('live'), [])
  async function submit(event: FormEvent) {
    event.preventDefault()
    setState('busy')
    const answer = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: phone, password }),
    }).catch(() => null)
    if (!answer?.ok) {
      setState('wrong')
      return
    }
    const { token } = await answer.json()
    ;(remember ? localStorage : sessionStorage).setItem('token', token)
    location.assign('/user/home')
  }
  return (
    <main>
      <form onSubmit={(event) => void submit(event)}>
        <h1>{texts.title}</h1>
        <label>
          {texts.phone}
          <input
            type="tel"
            autoComplete="username"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </label>
        <label>
          {texts.password}
          <input
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <label className="remember">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {texts.remember}
        </label>
        {state === 'wrong' ? <p role="alert">{texts.wrong}</p> : null}
        <button type="submit" disabled={!phone || !password || state === 'busy'}>
          {texts.title}
        </button>
        <p>
          {texts.none} <a href="/register">{texts.register}</a>
        </p>
      </form>
    </main>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<Login />)
