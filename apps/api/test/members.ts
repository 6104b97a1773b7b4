import { randomDigits, type TestServer } from './server.ts'

/** What a registration form of the region sends, valid but for what a test changes. */
export function formOf(server: TestServer, phone: string) {
  const isLao = server.config.region === 'la'
  return {
    name: 'Somchai Jaidee',
    username: phone,
    password: 'a-good-password',
    sourceCode: '',
    inviteCode: '',
    bankCode: isLao ? 'BCEL' : 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: isLao ? randomDigits(18) : `9${randomDigits(9)}`,
  }
}
