"""Rules over the facts and the text of notes, as findings; knows neither git nor how a finding is told."""
