// React 19 and nothing else: what any page made with it costs at least.
import { createRoot } from 'react-dom/client'

const root = document.querySelector('#root')
if (root) createRoot(root).render(<h1>เข้าสู่ระบบ</h1>)
