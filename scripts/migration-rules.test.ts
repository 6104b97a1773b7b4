import { describe, expect, it } from 'vitest'
import { findUnsafeStatements } from './migration-rules.ts'

const reasonsOf = (sql: string, file = '0900_next.sql') =>
  findUnsafeStatements([[file, sql]]).map(({ reason }) => reason)

describe('a migration beside the release before', () => {
  it.each([
    'alter table member drop column coin;',
    'drop table otp;',
    'drop function member_total(bigint);',
    'alter table member rename column name to full_name;',
    'alter table member rename to player;',
    'alter table member alter column coin type bigint;',
    'alter table member alter column note set not null;',
    'alter table member alter column coin drop default;',
    'alter table member add column level int not null;',
    'alter table member add level int not null, add column note text;',
    'alter table member add constraint grown check (age >= 20);',
    'alter table member add unique (username, currency);',
    'ALTER TABLE member\n  DROP COLUMN coin;',
    'select 1; alter table member drop column coin',
  ])('does not do this: %s', (sql) => {
    expect(reasonsOf(sql)).toHaveLength(1)
  })

  it.each([
    'create table level (member_id bigint not null references member, level int not null unique check (level > 0));',
    'create unlogged table seen (at timestamptz primary key); alter table seen add unique (at);',
    'alter table member add column level int not null default 1;',
    'alter table member add column note text;',
    'create index member_level on member (level);',
    'alter table ledger_account drop constraint ledger_account_kind_check;',
    'create or replace function f() returns void language plpgsql as $$ begin drop table if exists scratch; end $$;',
    "insert into operator_setting values ('drop table', 'rename');",
    '-- Here we do not drop table member.\nselect 1;',
    '-- Beside the release before: nothing reads it since the release before that.\nalter table member drop column coin;',
  ])('may do this: %s', (sql) => {
    expect(reasonsOf(sql)).toEqual([])
  })

  it('needs an excuse for each statement of its own', () => {
    const sql = `-- Beside the release before: unused.\nalter table a drop column b;\nalter table a drop column c;`
    expect(reasonsOf(sql)).toHaveLength(1)
  })

  it('looks at nothing that the first release began with', () => {
    expect(reasonsOf('drop table otp;', '0001_operator.sql')).toEqual([])
  })
})
