-- Half a minute was the seed's: a transfer that a provider carries out a minute after it was asked for was given back by then, and paid twice.
update operator_setting set value = '300'
  where name = 'transferNotFoundSeconds' and case when jsonb_typeof(value) = 'number' then value::numeric < 120 end;
