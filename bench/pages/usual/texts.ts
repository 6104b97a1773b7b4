export const texts = {
  title: 'เข้าสู่ระบบ',
  phone: 'เบอร์โทรศัพท์มือถือ',
  password: 'รหัสผ่าน',
  remember: 'จดจำฉันไว้ในระบบ',
  none: 'ยังไม่เป็นสมาชิก?',
  register: 'สมัครสมาชิก',
  total: 'ยอดเงินทั้งหมด',
  games: 'เกม',
} as const
