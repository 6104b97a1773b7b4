-- A member's latest transfers, however many they have made: after years there are a hundred thousand of some. The index by member and time of beginning goes in a
-- file of its own (0126): to wait for that lock here, with this one held, would stand in a circle with transfers that are being written.
create index game_transfer_of_member on game_transfer (member_id, game_code, settled_at);
