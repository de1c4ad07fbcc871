"""What operators see: log lines and metrics. Neither holds drawings, labels or names."""
