-- As before, and how much more it may be after a transfer whose balance nobody told is counted from what there may have been: where more went out than was known to
-- be there, what is known ends at nothing, and a doubt as wide as before would tell as still there what has gone.
create or replace function game_doubt_after(p_is_beside boolean, p_known bigint, p_doubt bigint, p_told bigint, p_came bigint, p_went bigint) returns bigint
language sql immutable as $$
  select case
    when p_is_beside then greatest(p_known + p_doubt, coalesce(p_told, p_known + p_doubt + p_came))
      - game_credits_after(true, p_known, p_told, p_came, p_went)
    when p_told is null then greatest(0, p_known + p_doubt + p_came - p_went)
      - game_credits_after(false, p_known, p_told, p_came, p_went)
    else 0
  end
$$;
