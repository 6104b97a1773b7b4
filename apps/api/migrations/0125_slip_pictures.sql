-- Slips are millions after years, and those with a picture fewer: the job that tidies them away looks for pictures by their names, and for old ones.
create index if not exists slip_picture on slip (file_name) where file_name is not null;
create index if not exists slip_picture_old on slip (ended_at) where file_name is not null and state <> 'waiting';
