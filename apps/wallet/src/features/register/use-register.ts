/** The machine with its calls: every action says what the player did, asks the server, and hands the answer back as an event. */
import { useEffect, useReducer } from 'react'
import { register, requestOtp, startVerification, validateProfile, verifyCode } from './register-calls.ts'
import { type Draft, type RegisterEvent, type RegisterState, transition } from './register-machine.ts'
import { savedRegister, saveRegister } from './register-saved.ts'

export interface RegisterActions {
  edit(patch: Partial<Draft>): void
  tidy(patch: Partial<Draft>): void
  submitPhone(): void
  submitCode(code: string): void
  resend(): void
  submitProfile(): void
  submitBank(): void
  back(): void
}

export function useRegister(): [RegisterState, RegisterActions] {
  const [state, dispatch] = useReducer(transition, null, savedRegister)
  useEffect(() => saveRegister(state), [state])
  const { draft } = state

  function asking(asked: RegisterEvent, answer: () => Promise<RegisterEvent>): void {
    // Not for this stage: a second press that came before the first was drawn.
    if (transition(state, asked) === state) return
    dispatch(asked)
    void answer().then(dispatch)
  }

  return [
    state,
    {
      edit: (patch) => dispatch({ type: 'edited', patch }),
      tidy: (patch) => dispatch({ type: 'tidied', patch }),
      submitPhone: () => asking({ type: 'phone-submitted' }, () => startVerification(draft)),
      submitCode(code) {
        if (state.at !== 'otp') return
        const { otpToken } = state.otp
        asking({ type: 'code-submitted' }, () => verifyCode(otpToken, code))
      },
      resend: () => asking({ type: 'resend-asked' }, () => requestOtp(draft)),
      submitProfile: () => asking({ type: 'profile-submitted' }, () => validateProfile(draft)),
      submitBank: () => asking({ type: 'bank-submitted' }, () => register(draft)),
      back: () => dispatch({ type: 'back' }),
    },
  ]
}
